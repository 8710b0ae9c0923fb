import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "./postgres.mjs";

/**
 * Starts Redis on a socket in a temporary directory, with an append-only file.
 * @param appendfsync `always`: every command is on the disk before its answer, as a commit of PostgreSQL. `everysec`, the
 *   default of Redis and what the documentation of BullMQ recommends: a power cut loses up to a second of accepted triggers.
 * @returns the URL for `REDIS_URL`, and `stop()`, which also removes the directory.
 */
export async function startRedis(appendfsync = "always") {
  const directory = await mkdtemp(join(tmpdir(), "peers-redis-"));
  const socket = join(directory, "redis.sock");
  const options = { port: 0, unixsocket: socket, dir: directory, save: "", appendonly: "yes", appendfsync };
  const args = Object.entries({ ...options, "maxmemory-policy": "noeviction" }).flatMap(([key, value]) => [
    `--${key}`,
    String(value),
  ]);
  const server = spawn("redis-server", args, { stdio: ["ignore", "ignore", "inherit"] });
  server.once("error", () => {
    process.stderr.write("redis-server is missing: apt-get install redis-server\n");
    process.exit(1);
  });
  await until(() => existsSync(socket));
  return {
    url: socket,
    stop: async () => {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
      await rm(directory, { recursive: true });
    },
  };
}
