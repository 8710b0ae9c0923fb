import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Control } from "./control.ts";
import { memoryOf, peakMemoryOf, threadsOf } from "./process-facts.ts";
import { percentile } from "./response-times.ts";

/**
 * What one environment may do to the process and to other environments, at most. The random attacks of the harness
 * (`scenarios/noisy.ts`) and the chosen ones (`server/scenarios/noisy-neighbours/`) are judged by it.
 */
const BOUNDS = {
  /** p99 of `/livez` beyond the p99 of the control. */
  livezMs: 500,
  /** p99 from a trigger to its message, and of each response, beyond the p99 of the control. */
  messageMs: 2_000,
  moreResidentMb: 400,
  /** A machine of 2 GB must be enough. */
  peakMb: 1_200,
  moreThreads: 4,
};
/** Time for garbage collection and the end of threads. */
const CALM_WITHIN_MS = 10_000;

const MB = 2 ** 20;
const ASK_EVERY_MS = 100;
/** On an idle machine. */
const TIMEOUT_MS = 10_000;
const WINDOW_MS = 30_000;

type Answer = { atMs: number; tookMs: number };

export type Stalls = {
  /** The worst p99 of 30 s. */
  livezMs: number;
  /** The p99 of the control in the same 30 s. */
  controlMs: number;
  /** Responses of `/livez` without 200. */
  failures: string[];
};

export type StallWatch = {
  /** Whether a response took so long that waiting makes no sense. */
  readonly isHopeless: boolean;
  /** Waits for requests in progress. */
  stop(): Promise<Stalls>;
};

/**
 * Asks `/livez` and the control side by side, every 100 ms. It does not wait for earlier answers: a stall of 1 s delays
 * ten of them, as it would delay clients. `slowness` is that of the machine without the attack.
 */
export function watchStalls(url: string, control: Control, slowness: number): StallWatch {
  const timeoutMs = Math.ceil(TIMEOUT_MS * slowness);
  const [livez, controls]: [Answer[], Answer[]] = [[], []];
  const failures: string[] = [];
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })] as const;
  const pending = new Set<Promise<void>>();
  const ask = (to: string, agent: Agent, answered: (answer: Answer, problem: string) => void) => {
    const atMs = performance.now();
    const asking = probe(to, { agent, timeout: timeoutMs }).then((problem) => {
      pending.delete(asking);
      answered({ atMs, tookMs: performance.now() - atMs }, problem);
    });
    pending.add(asking);
  };
  const timer = setInterval(() => {
    ask(`${url}/livez`, agents[0], (answer, problem) => {
      livez.push(answer);
      if (problem) failures.push(`/livez ${problem}`);
    });
    ask(control.url, agents[1], (answer) => controls.push(answer));
  }, ASK_EVERY_MS);
  return {
    get isHopeless() {
      return livez.some(({ tookMs }) => tookMs >= timeoutMs);
    },
    stop: async () => {
      clearInterval(timer);
      await Promise.all(pending);
      for (const agent of agents) agent.destroy();
      return { ...worstWindow(livez, controls), failures };
    },
  };
}

/** @returns what is wrong with the response, or nothing. */
function probe(url: string, options: { agent: Agent; timeout: number }): Promise<string> {
  return new Promise((resolve) => {
    const request = get(url, options, (response) => {
      response.resume();
      response.once("close", () => resolve(response.statusCode === 200 ? "" : String(response.statusCode)));
    });
    request.once("timeout", () => request.destroy(new Error("no answer")));
    request.once("error", ({ message }) => resolve(message));
  });
}

/** Exported for its test. */
export function worstWindow(livez: readonly Answer[], controls: readonly Answer[]) {
  const startedAtMs = livez[0]?.atMs ?? 0;
  const count = Math.ceil(((livez.at(-1)?.atMs ?? 0) - startedAtMs + 1) / WINDOW_MS);
  const p99In = (answers: readonly Answer[], n: number) =>
    p99(
      answers
        .filter(({ atMs }) => Math.floor((atMs - startedAtMs) / WINDOW_MS) === n)
        .map(({ tookMs }) => tookMs),
    );
  const windows = Array.from({ length: count }, (_, n) => ({
    livezMs: p99In(livez, n),
    controlMs: p99In(controls, n),
  }));
  const [worst] = windows.sort((a, b) => b.livezMs - b.controlMs - (a.livezMs - a.controlMs));
  return worst ?? { livezMs: 0, controlMs: 0 };
}

const p99 = (times: readonly number[]): number =>
  times.length === 0 ? 0 : Math.round(percentile(times, 0.99));

type Times = Stalls & { messages: readonly number[]; responses?: readonly number[] };

/** The violations of the bounds of time. `slowness` is that of the machine without the attack. */
export function slowAnswers(
  { livezMs, controlMs, messages, responses = [] }: Times,
  slowness: number,
): string[] {
  const beyond = `; the control ${controlMs} ms, the machine was ${slowness.toFixed(1)} times slower than an idle one`;
  const isSlow = (tookMs: number, boundMs: number) => tookMs - controlMs > boundMs * slowness;
  const found = [
    ...(isSlow(livezMs, BOUNDS.livezMs) ? [`/livez took ${livezMs} ms (p99)`] : []),
    ...(isSlow(p99(messages), BOUNDS.messageMs)
      ? [`a neighbour's message took ${p99(messages)} ms (p99)`]
      : []),
    ...(isSlow(p99(responses), BOUNDS.messageMs)
      ? [`a neighbour's response took ${p99(responses)} ms (p99)`]
      : []),
  ];
  return found.map((what) => what + beyond);
}

/** From /proc; Linux only. */
export type ProcessFigures = { residentMb: number; peakMb: number; threads: number };

export const figuresOf = (pid: number): ProcessFigures => ({
  residentMb: memoryOf(pid) / MB,
  peakMb: peakMemoryOf(pid) / MB,
  threads: threadsOf(pid),
});

/** Waits for garbage collection and for threads that are ending. @returns the last figures; undefined when the process has ended. */
export async function calmed(
  pid: number,
  before: ProcessFigures,
  slowness: number,
): Promise<ProcessFigures | undefined> {
  try {
    for (const end = performance.now() + CALM_WITHIN_MS * slowness; ; await sleep(250)) {
      const now = figuresOf(pid);
      const isCalm = grown(before, { ...now, peakMb: 0 }).length === 0;
      if (isCalm || performance.now() > end) return now;
    }
  } catch {
    return undefined;
  }
}

/** The violations of the bounds of memory and threads. */
export function grown(before: ProcessFigures, after: ProcessFigures): string[] {
  const change = (from: number, to: number) => `${Math.round(from)} to ${Math.round(to)}`;
  return [
    ...(after.residentMb > before.residentMb + BOUNDS.moreResidentMb
      ? [`memory went from ${change(before.residentMb, after.residentMb)} MB and stayed there`]
      : []),
    ...(after.peakMb > BOUNDS.peakMb ? [`memory had a peak of ${Math.round(after.peakMb)} MB`] : []),
    ...(after.threads > before.threads + BOUNDS.moreThreads
      ? [`threads went from ${change(before.threads, after.threads)} and stayed there`]
      : []),
  ];
}
