import { MachineFailure } from "./machine-failure.ts";
import { type SandboxLimits, SandboxThread, type Waiting } from "./sandbox-thread.ts";
import { StuckThreads } from "./stuck-threads.ts";
import type { SandboxAnswer, SandboxFailure, SandboxKind, SandboxTask } from "./tasks.ts";
import { ThreadPool } from "./thread-pool.ts";
import type { ThreadState } from "./thread-state.ts";
import type { ReadThreadTime } from "./thread-time.ts";

/** Runs input of clients (schemas, Liquid texts to inspect, HTML of mails) in threads with a budget and a heap limit. */
export type Sandbox = {
  /**
   * Environments take turns, and one environment never uses all threads. A task that uses up its processor time or memory resolves
   * with `failed`.
   * @throws MachineFailure when the machine did not do the work; this says nothing about the task.
   */
  run(environmentId: string, task: SandboxTask): Promise<SandboxAnswer | SandboxFailure>;
  /** Starts a thread before there is work for it. */
  startOne(): void;
  /** Resolves when a thread is ready. @throws MachineFailure when none has started within the time that tasks wait. */
  untilReady(): Promise<void>;
  /** For the metrics. */
  threads(): ThreadState;
  /** Ends the threads; waiting tasks reject. */
  close(): Promise<void>;
};

export type SandboxOptions = Partial<SandboxLimits> & {
  /** The tasks of its threads, which load only what these need; default `schemas`. */
  kind?: SandboxKind;
  threads?: number;
  /** Maximum of waiting tasks per environment; more reject at once. */
  maxWaiting?: number;
  /** How long tasks wait while no thread is ready; default 10 s. */
  maxWaitMs?: number;
  stuck?: StuckThreads;
  /** Tests replace these. */
  readTime?: ReadThreadTime;
  guardFactor?: number;
};

const BUDGET_MS = 500;
const MEMORY_MB = 128;
/** With a few checks per millisecond this is about a second of work. */
const MAX_WAITING = 2_000;

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { kind = "schemas", threads = 2, budgetMs = BUDGET_MS, memoryMb = MEMORY_MB } = options;
  const { maxWaiting = MAX_WAITING, maxWaitMs, readTime, guardFactor } = options;
  const stuck = options.stuck ?? new StuckThreads();
  const parts = { kind, budgetMs, memoryMb, stuck, readTime, guardFactor };
  const pool = new ThreadPool<Waiting>({
    threads: (onChange) => Array.from({ length: threads }, () => new SandboxThread({ ...parts, onChange })),
    stuck,
    maxTogether: 1,
    refuse: ({ reject }, failure) => reject(failure),
    maxWaitMs,
  });
  return {
    run: async (environmentId, task) => {
      if (pool.waitingOf(environmentId) >= maxWaiting) {
        throw new MachineFailure("busy", "too many tasks of this environment are waiting");
      }
      return new Promise((resolve, reject) => pool.send(environmentId, [{ task, resolve, reject }]));
    },
    startOne: () => pool.startOne(),
    untilReady: () => pool.untilReady(),
    threads: () => pool.state(),
    close: () => pool.close(),
  };
}
