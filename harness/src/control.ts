import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { trackProcess, untrackProcess } from "./cleanup.ts";

/**
 * What the machine does to a process beside the tested ones (`control-program.ts`). A bound of time is multiplied by its
 * slowness, and a stall of the service counts only beyond the control's, so that a slow or busy machine breaks no bound.
 */
export type Control = {
  /** Answers each request at once. */
  readonly url: string;
  /**
   * How much longer work takes here than on the idle machine for which bounds are stated; at least 1. The worst five
   * seconds since `sinceMs` (of `performance.now()`; default: since the start of the control).
   */
  slowness(sinceMs?: number): number;
  close(): Promise<void>;
};

const PROGRAM = join(import.meta.dirname, "../dist/control-program.js");
/** Milliseconds of the control's work on the idle machine: two cores on which `node -e 'let x=0;for(let i=0;i<1e9;i++)x+=i'` takes 5 s. */
const IDLE_WORK_MS = 50;
/** Above it the machine is reported, and a service on it may shed load: clients retry then, within their scaled time. */
export const MAX_ORDINARY_SLOWNESS = 3;
/** Readings that are averaged: a single one may meet a moment without, or only with, the processor. */
const AVERAGED = 5;

export type Reading = { atMs: number; tookMs: number };

/** Starts the control process, and resolves after its first readings. */
export async function startControl(): Promise<Control> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ["pipe", "pipe", "inherit"] });
  trackProcess(child.pid as number);
  const ended = once(child, "close").then(() => untrackProcess(child.pid as number));
  const readings: Reading[] = [];
  let url = "";
  await new Promise<void>((resolve, reject) => {
    child.once("close", () => reject(new Error("the control process ended")));
    createInterface(child.stdout).on("line", (line) => {
      if (line.startsWith("http")) url = line;
      else readings.push({ atMs: performance.now(), tookMs: Number(line) });
      if (readings.length >= AVERAGED) resolve();
    });
  });
  return {
    url,
    slowness: (sinceMs = Number.NEGATIVE_INFINITY) => slownessOf(readings, sinceMs),
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** Exported for its test. */
export function slownessOf(readings: readonly Reading[], sinceMs: number): number {
  const since = readings.findIndex(({ atMs }) => atMs >= sinceMs);
  const first = Math.min(since === -1 ? readings.length : since, readings.length - AVERAGED);
  const times = readings.slice(first).map(({ tookMs }) => tookMs);
  const sumFrom = (n: number) => times.slice(n, n + AVERAGED).reduce((sum, tookMs) => sum + tookMs, 0);
  const means = times.slice(AVERAGED - 1).map((_, n) => sumFrom(n) / AVERAGED);
  return Math.max(1, ...means.map((mean) => mean / IDLE_WORK_MS));
}
