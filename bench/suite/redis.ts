import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onInterruption } from "../interruption.ts";

const PATIENCE_MS = 10_000;

/**
 * When Redis' append-only file is on the disk: `always` before the answer to a command, as a commit of PostgreSQL; `everysec`
 * once a second, so a power cut loses up to a second of answered commands.
 */
export type Appendfsync = "always" | "everysec";

/** Redis on a socket, with an append-only file. */
export async function startRedis(appendfsync: Appendfsync) {
  const directory = await mkdtemp(join(tmpdir(), "tidings-bench-redis-"));
  const socket = join(directory, "redis.sock");
  const options = ["--port", "0", "--unixsocket", socket, "--dir", directory, "--save", ""];
  const durable = ["--appendonly", "yes", "--appendfsync", appendfsync, "--maxmemory-policy", "noeviction"];
  const server = spawn("redis-server", [...options, ...durable], { stdio: ["ignore", "ignore", "inherit"] });
  const stop = async () => {
    const ended = server.exitCode === null ? once(server, "exit") : undefined;
    server.kill("SIGTERM");
    await ended;
    await rm(directory, { recursive: true, force: true });
  };
  onInterruption(stop);
  const endMs = performance.now() + PATIENCE_MS;
  while (!existsSync(socket)) {
    if (performance.now() < endMs && server.exitCode === null) await sleep(20);
    else {
      await stop();
      throw new Error("redis-server did not start");
    }
  }
  return { url: socket, pid: server.pid as number, stop };
}
