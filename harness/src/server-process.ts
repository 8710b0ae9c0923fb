import { spawn } from "node:child_process";
import { join } from "node:path";
import { trackProcess, untrackProcess } from "./cleanup.ts";
import { HANG_MS } from "./waiting.ts";

const PROGRAM = join(import.meta.dirname, "../../client/bin/tidings.js");
const READY = /Tidings is ready at (\S+)/;

export type Ended = { code: number | null; signal: NodeJS.Signals | null; tookMs: number };

/** A process that runs `tidings serve`. */
export type ServerProcess = {
  readonly pid: number;
  /** Resolves with the address; rejects when the process ends before it is ready. */
  readonly ready: Promise<string>;
  readonly ended: Promise<Ended>;
  readonly isRunning: boolean;
  /** Everything the process wrote to standard error. */
  readonly output: string;
  signal(signal: NodeJS.Signals): void;
  /** Sends the signal and waits until the process has ended. */
  end(signal: NodeJS.Signals): Promise<Ended>;
};

/** Starts the built program, or another build of it; of our own environment it gets only PATH. */
export function startServer(
  directory: string,
  variables: Record<string, string>,
  program = PROGRAM,
): ServerProcess {
  const child = spawn(process.execPath, [program, "serve"], {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: directory, TMPDIR: directory, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const pid = child.pid as number;
  trackProcess(pid);
  let output = "";
  let stdout = "";
  let announce = (_url: string): void => {};
  const announced = new Promise<string>((resolve) => {
    announce = resolve;
  });
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
    const url = READY.exec(stdout)?.[1];
    if (url) announce(url);
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code, signal) => {
      untrackProcess(pid);
      resolve({ code, signal, tookMs: 0 });
    });
  });
  const ready = Promise.race([announced, rejectAtEnd(ended), rejectAfterTimeout()]).catch((error: Error) => {
    throw new Error(`${error.message}: ${output.slice(-2000)}`);
  });
  ready.catch(() => {});
  return {
    pid,
    ready,
    ended,
    get isRunning() {
      return child.exitCode === null && child.signalCode === null;
    },
    get output() {
      return output;
    },
    signal: (signal) => void child.kill(signal),
    end: async (signal) => {
      const since = performance.now();
      child.kill(signal);
      return { ...(await ended), tookMs: performance.now() - since };
    },
  };
}

async function rejectAtEnd(ended: Promise<Ended>): Promise<never> {
  const { code, signal } = await ended;
  throw new Error(`a server ended before it was ready (${signal ?? code})`);
}

function rejectAfterTimeout(): Promise<never> {
  return new Promise((_, reject) =>
    setTimeout(() => reject(new Error("a server was not ready in time")), HANG_MS).unref(),
  );
}
