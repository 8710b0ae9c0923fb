import { Counts } from "../foundation/counts.ts";
import { FairQueue, type Taken } from "./fair-queue.ts";
import { MachineFailure } from "./machine-failure.ts";
import type { StuckThreads } from "./stuck-threads.ts";
import { stateOf, type ThreadState, type WatchedThread } from "./thread-state.ts";

/** A thread of a pool; it runs the items of one environment at a time. */
export type PooledThread<T> = WatchedThread & {
  readonly isReady: boolean;
  readonly isStarting: boolean;
  /** Starts it. @returns false when it is started or may not be started now. */
  start(): boolean;
  /** Only called while it is ready and idle. Resolves with the items that wait again. Never rejects. */
  run(items: T[]): Promise<T[]>;
  close(): Promise<void>;
};

export type PoolParts<T> = {
  /** @param onChange must be called when a thread is ready or lost, or may be started again. */
  threads: (onChange: () => void) => readonly PooledThread<T>[];
  stuck: StuckThreads;
  /** Maximum of items that a thread is given together. */
  maxTogether: number;
  /** Those of the items, from the first, that run now; settles those that may not run. Default: all. */
  choose?: (items: T[]) => { chosen: T[]; rest: T[] };
  /** Called for each item that no thread could run. */
  refuse(item: T, failure: MachineFailure): void;
  /** How long work waits while no thread is ready; default 10 s. */
  maxWaitMs?: number | undefined;
};

const MAX_WAIT_MS = 10_000;

/**
 * Threads and the queue in front of them. Environments take turns; with several threads, one environment never uses all of them.
 * A thread is started when there is work for it. While none is ready, work waits for at most 10 s and then fails as a failure of the
 * machine; the starting thread is left to start.
 */
export class ThreadPool<T> {
  readonly #parts: PoolParts<T>;
  readonly #threads: readonly PooledThread<T>[];
  readonly #queue = new FairQueue<T>();
  readonly #busy = new Counts();
  /** Those that wait until a thread is ready. */
  readonly #awaiting = new Set<(failure?: MachineFailure) => void>();
  #waitTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(parts: PoolParts<T>) {
    this.#parts = parts;
    this.#threads = parts.threads(() => this.#dispatch());
    parts.stuck.onEnded(() => this.#dispatch());
  }

  /** Starts a thread before there is work. */
  startOne(): void {
    if (!this.#isClosed && !this.#hasReady) this.#startNext();
  }

  /**
   * Resolves when a thread is ready, and starts one: what is timed begins after that.
   * @throws MachineFailure when none has started within the time that work waits.
   */
  async untilReady(): Promise<void> {
    if (this.#isClosed) throw stopping();
    if (this.#hasReady) return;
    const ready = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => settle(this.#whyNone()), this.#parts.maxWaitMs ?? MAX_WAIT_MS);
      const settle = (failure?: MachineFailure) => {
        clearTimeout(timer);
        this.#awaiting.delete(settle);
        if (failure) reject(failure);
        else resolve();
      };
      this.#awaiting.add(settle);
    });
    this.#startNext();
    await ready;
  }

  send(environmentId: string, items: readonly T[]): void {
    if (this.#isClosed) return this.#refuse(items, stopping());
    this.#queue.push(environmentId, items);
    this.#dispatch();
  }

  waitingOf(environmentId: string): number {
    return this.#queue.sizeOf(environmentId);
  }

  state(): ThreadState {
    return stateOf(this.#threads);
  }

  /** Ends the threads; what waits fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#waitTimer);
    for (const settle of [...this.#awaiting]) settle(stopping());
    this.#refuse(this.#queue.clear(), stopping());
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  get #hasReady(): boolean {
    return this.#threads.some(({ isReady }) => isReady);
  }

  #dispatch(): void {
    if (this.#isClosed) return;
    if (this.#hasReady) for (const settle of [...this.#awaiting]) settle();
    for (const thread of this.#threads) {
      if (!thread.isReady || !thread.isIdle) continue;
      const next = this.#next();
      if (!next) return this.#watchWaiting();
      void this.#run(thread, next);
    }
    if (this.#queue.has(this.#isAllowed) || this.#awaiting.size > 0) this.#startNext();
    this.#watchWaiting();
  }

  readonly #isAllowed = (environmentId: string): boolean =>
    this.#busy.of(environmentId) < Math.max(1, this.#threads.length - 1);

  #next(): Taken<T> | undefined {
    const { maxTogether, choose } = this.#parts;
    for (;;) {
      const taken = this.#queue.take(maxTogether, this.#isAllowed);
      if (!taken || !choose) return taken;
      const { environmentId, items } = taken;
      const { chosen, rest } = choose(items);
      this.#queue.pushFirst(environmentId, rest);
      if (chosen.length > 0) return { environmentId, items: chosen };
    }
  }

  async #run(thread: PooledThread<T>, { environmentId, items }: Taken<T>): Promise<void> {
    this.#busy.add(environmentId, 1);
    const again = await thread.run(items);
    this.#busy.add(environmentId, -1);
    if (this.#isClosed) return this.#refuse(again, stopping());
    this.#queue.pushFirst(environmentId, again);
    this.#dispatch();
  }

  /** One after the other: several threads that start together each take twice as long. */
  #startNext(): void {
    if (this.#threads.some(({ isStarting }) => isStarting)) return;
    this.#threads.some((thread) => !thread.isReady && thread.start());
  }

  /** Work that is queued while no thread is ready waits for a limited time. */
  #watchWaiting(): void {
    const isStuck = this.#queue.size > 0 && !this.#hasReady;
    if (!isStuck) {
      clearTimeout(this.#waitTimer);
      this.#waitTimer = undefined;
    }
    if (!isStuck || this.#waitTimer) return;
    this.#waitTimer = setTimeout(() => {
      this.#waitTimer = undefined;
      this.#refuse(this.#queue.clear(), this.#whyNone());
    }, this.#parts.maxWaitMs ?? MAX_WAIT_MS);
  }

  #whyNone(): MachineFailure {
    return this.#parts.stuck.isFull
      ? new MachineFailure("busy", "too many threads are still busy with what was ended before")
      : new MachineFailure("not_started", "no thread has started yet");
  }

  #refuse(items: readonly T[], failure: MachineFailure): void {
    for (const item of items) this.#parts.refuse(item, failure);
  }
}

function stopping(): MachineFailure {
  return new MachineFailure("stopping", "the service is stopping");
}
