import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const PROGRAM = fileURLToPath(new URL("../../client/bin/tidings.js", import.meta.url));
const API_KEY = "bench-key-bench-key-bench-key-bench";

/** A server process with an embedded PostgreSQL in a temporary directory, started as a user starts it. */
export type Serving = {
  readonly url: string;
  readonly apiKey: string;
  readonly pid: number;
  /** From spawn to the line "… is ready at …". */
  readonly readyAfterMs: number;
  readonly dataDirectory: string;
  /** Sends SIGTERM and waits for the exit; returns the time it took. The data directory stays for the next start. */
  stop(): Promise<number>;
  remove(): Promise<void>;
};

export async function serve(
  dataDirectory?: string,
  variables: Record<string, string> = {},
): Promise<Serving> {
  const directory = dataDirectory ?? (await mkdtemp(join(tmpdir(), "tidings-bench-")));
  const env = {
    ...process.env,
    PORT: "0",
    TIDINGS_DATA_DIR: directory,
    TIDINGS_API_KEY: API_KEY,
    TIDINGS_RATE_LIMITS: "off",
    ...variables,
  };
  const before = performance.now();
  const child = spawn(process.execPath, [PROGRAM, "serve"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const url = await readyUrl(child);
  const readyAfterMs = performance.now() - before;
  return {
    url,
    apiKey: API_KEY,
    pid: child.pid as number,
    readyAfterMs,
    dataDirectory: directory,
    stop: () => stop(child),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

function readyUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const url = /ready at (\S+)/.exec(text)?.[1];
      if (url) resolve(url);
    });
    child.once("exit", (code) => reject(new Error(`the server ended with ${code} before it was ready`)));
  });
}

async function stop(child: ChildProcess): Promise<number> {
  const before = performance.now();
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
  return performance.now() - before;
}
