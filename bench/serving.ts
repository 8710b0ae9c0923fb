import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onInterruption } from "./interruption.ts";

export const PROGRAM = fileURLToPath(new URL("../../client/bin/tidings.js", import.meta.url));
const API_KEY = "bench-key-bench-key-bench-key-bench";

/** A program that printed "… ready at URL". */
export type Program = {
  readonly url: string;
  readonly pid: number;
  /** From spawn to that line. */
  readonly readyAfterMs: number;
  /** Sends SIGTERM and waits for the exit; returns the time it took. */
  stop(): Promise<number>;
};

/** A server process with an embedded PostgreSQL in a temporary directory, started as a user starts it. */
export type Serving = Program & {
  readonly apiKey: string;
  /** Stays after the stop, for the next start. */
  readonly dataDirectory: string;
  remove(): Promise<void>;
};

export async function newDataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "tidings-bench-"));
  onInterruption(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

export async function serve(
  dataDirectory?: string,
  variables: Record<string, string> = {},
): Promise<Serving> {
  const directory = dataDirectory ?? (await newDataDirectory());
  const program = await startProgram([PROGRAM, "serve"], {
    PORT: "0",
    TIDINGS_DATA_DIR: directory,
    TIDINGS_API_KEY: API_KEY,
    TIDINGS_RATE_LIMITS: "off",
    ...variables,
  });
  const remove = () => rm(directory, { recursive: true, force: true });
  return { ...program, apiKey: API_KEY, dataDirectory: directory, remove };
}

/** Starts a program of Node.js. Rejects when it ends before it is ready. */
export async function startProgram(
  args: readonly string[],
  variables: Record<string, string>,
): Promise<Program> {
  const before = performance.now();
  const env = { ...process.env, ...variables };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  onInterruption(() => stop(child));
  const url = await readyUrl(child);
  const readyAfterMs = performance.now() - before;
  return { url, pid: child.pid as number, readyAfterMs, stop: () => stop(child) };
}

function readyUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const url = /ready at (\S+)/.exec(text)?.[1];
      if (url) resolve(url);
    });
    child.once("exit", (code) => reject(new Error(`the program ended with ${code} before it was ready`)));
  });
}

async function stop(child: ChildProcess): Promise<number> {
  const before = performance.now();
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
  return performance.now() - before;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
