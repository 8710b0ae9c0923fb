import { Counts } from "../foundation/counts.ts";
import { FairQueue, type Taken } from "./fair-queue.ts";
import { type SandboxLimits, SandboxThread } from "./sandbox-thread.ts";
import { StuckThreads } from "./stuck-threads.ts";
import type { SandboxAnswer, SandboxFailure, SandboxTask } from "./tasks.ts";
import { stateOf, type ThreadState } from "./thread-state.ts";

/** Runs input of clients (schemas, Liquid texts to inspect) in threads with a deadline and a heap limit. */
export type Sandbox = {
  /**
   * Environments take turns, and one environment never uses all threads. Never rejects: a task that takes too long or too
   * much memory returns `failed`.
   */
  run(environmentId: string, task: SandboxTask): Promise<SandboxAnswer | SandboxFailure>;
  /** For the metrics. */
  threads(): ThreadState;
  /** Ends the threads; waiting tasks return `failed`. */
  close(): Promise<void>;
};

export type SandboxOptions = Partial<SandboxLimits> & {
  threads?: number;
  /** Maximum of waiting tasks per environment; more return `failed` at once. */
  maxWaiting?: number;
  stuck?: StuckThreads;
};

type Waiting = { task: SandboxTask; resolve: (answer: SandboxAnswer | SandboxFailure) => void };

const TIMEOUT_MS = 500;
const MEMORY_MB = 128;
/** With a few checks per millisecond this is about a second of work. */
const MAX_WAITING = 2_000;

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { threads = 2, timeoutMs = TIMEOUT_MS, memoryMb = MEMORY_MB, maxWaiting = MAX_WAITING } = options;
  const stuck = options.stuck ?? new StuckThreads();
  const pool = Array.from({ length: threads }, () => new SandboxThread({ timeoutMs, memoryMb }, stuck));
  const queue = new FairQueue<Waiting>();
  const busy = new Counts();
  let isClosed = false;

  const maxThreads = Math.max(1, threads - 1);
  const isAllowed = (environmentId: string) => busy.of(environmentId) < maxThreads;
  const dispatch = (): void => {
    for (const thread of pool) {
      const taken = thread.isIdle ? queue.take(1, isAllowed) : undefined;
      if (taken) void runOn(thread, taken);
    }
  };
  const runOn = async (thread: SandboxThread, { environmentId, items }: Taken<Waiting>): Promise<void> => {
    const [next] = items as [Waiting];
    busy.add(environmentId, 1);
    const answer = await thread.run(next.task);
    busy.add(environmentId, -1);
    next.resolve(answer);
    dispatch();
  };

  return {
    run: (environmentId, task) => {
      if (isClosed || queue.sizeOf(environmentId) >= maxWaiting) return Promise.resolve(refused(isClosed));
      return new Promise((resolve) => {
        queue.push(environmentId, [{ task, resolve }]);
        dispatch();
      });
    },
    threads: () => stateOf(pool),
    close: async () => {
      isClosed = true;
      for (const { resolve } of queue.clear()) resolve(refused(true));
      await Promise.all(pool.map((thread) => thread.close()));
    },
  };
}

function refused(isClosed: boolean): SandboxFailure {
  const reason = isClosed ? "the service is stopping" : "too many checks are waiting; try again";
  return { kind: "failed", reason, isBusy: true };
}
