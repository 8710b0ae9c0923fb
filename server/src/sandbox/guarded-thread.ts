import { setImmediate } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { MachineFailure } from "./machine-failure.ts";
import { isReady } from "./ready.ts";
import { startThread, type ThreadOptions } from "./start-thread.ts";
import type { StuckThreads } from "./stuck-threads.ts";
import type { ThreadFailure } from "./thread-failure.ts";
import { type ReadThreadTime, readThreadTime } from "./thread-time.ts";
import { judgeWork, type WorkLimits, type WorkProgress } from "./work-limits.ts";

/** A thread that has not started by then is ended; twice as long after each failed start. Healthy ones take 1 s of processor time. */
const START_PATIENCE_MS = 30_000;
/** Before the next start; twice as long after each failed start. */
const START_PAUSE_MS = 1_000;
const MAX_DOUBLINGS = 6;
const CHECK_MS = 25;

export type ThreadUse = {
  program(): ThreadOptions & { file: URL };
  stuck: StuckThreads;
  /** Called while the thread is watched. */
  position(): WorkLimits;
  hear(message: unknown): void;
  /** The thread is ready, or may be started again after a pause. */
  onChange(): void;
  /** The thread is lost; it starts again with the next `start`, when it has ended (`StuckThreads.onEnded`). */
  onLost(failure: ThreadFailure): void;
  /** Tests replace these. */
  readTime?: ReadThreadTime | undefined;
  guardFactor?: number | undefined;
};

type Watch = WorkLimits &
  WorkProgress & { beginMs: number; usedMs: () => Promise<number | undefined>; askAfterMs: number };

/**
 * The main thread's side of a thread that runs what clients wrote: started once and left to start, watched while it works, and
 * ended when a piece of work has used up its processor time or the thread stands still.
 */
export class GuardedThread {
  readonly #use: ThreadUse;
  #worker: Worker | undefined;
  #ready: { tid: number | undefined } | undefined;
  #failedStarts = 0;
  #startsAgainAtMs = 0;
  #startTimer: NodeJS.Timeout | undefined;
  #checks: NodeJS.Timeout | undefined;
  #watch: Watch | undefined;
  started = 0;
  killed = 0;

  constructor(use: ThreadUse) {
    this.#use = use;
  }

  get isReady(): boolean {
    return this.#ready !== undefined;
  }

  get isStarting(): boolean {
    return this.#worker !== undefined && !this.isReady;
  }

  /** Starts the thread. @returns false when there is one, or no other may be started now. */
  start(): boolean {
    if (this.#worker || this.#use.stuck.isFull || performance.now() < this.#startsAgainAtMs) return false;
    this.started += 1;
    const patienceMs = START_PATIENCE_MS * 2 ** this.#failedStarts;
    this.#startTimer = setTimeout(() => this.#lose(notStarted()), patienceMs).unref();
    try {
      this.#worker = this.#create();
    } catch {
      this.#lose(notStarted());
    }
    return true;
  }

  #create(): Worker {
    const { file, ...options } = this.#use.program();
    const worker = startThread(file, options);
    let failure = machine("ended", "the thread ended without a reason");
    worker.on("message", (message: unknown) => this.#hear(message));
    worker.on("error", (error: Error & { code?: string }) => {
      const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      failure = isMemory
        ? { kind: "memory", memoryMb: options.memoryMb }
        : { kind: "thrown", message: error.message };
    });
    worker.on("exit", () => this.#lose(this.isReady ? failure : notStarted()));
    return worker;
  }

  /** Sends work to the ready thread and watches it, until `rest`. */
  work(message: unknown): void {
    this.#worker?.ref();
    this.#worker?.postMessage(message);
    this.#beginWatch();
    clearInterval(this.#checks);
    this.#checks = setInterval(() => void this.#check(), CHECK_MS);
  }

  /** The thread has nothing to do. */
  rest(): void {
    this.#worker?.unref();
    clearInterval(this.#checks);
    this.#watch = undefined;
  }

  /** Resolves when the thread has ended. */
  async close(): Promise<void> {
    const worker = this.#drop();
    if (worker) await this.#use.stuck.end(worker);
  }

  #hear(message: unknown): void {
    if (this.isReady || !isReady(message)) return this.#use.hear(message);
    clearTimeout(this.#startTimer);
    this.#ready = { tid: message.tid };
    this.#failedStarts = 0;
    this.#use.onChange();
  }

  #beginWatch(): Watch | undefined {
    const { position, readTime = readThreadTime } = this.#use;
    const worker = this.#worker;
    if (!worker || !this.#ready) return undefined;
    const { tid } = this.#ready;
    const begin = readTime(worker, tid);
    const usedMs = async () => {
      const [before, now] = [await begin, await readTime(worker, tid)];
      return before === undefined || now === undefined ? undefined : now - before;
    };
    const at = position();
    const progress = { usedMs: 0, elapsedMs: 0 };
    this.#watch = { ...at, beginMs: performance.now(), usedMs, askAfterMs: at.budgetMs, progress };
    return this.#watch;
  }

  /** The processor time of a thread is at most the elapsed time, so that only the long pieces of work are asked for it. */
  async #check(): Promise<void> {
    const isSame = this.#watch?.name === this.#use.position().name;
    const watch = isSame ? this.#watch : this.#beginWatch();
    if (!watch || performance.now() - watch.beginMs < watch.askAfterMs) return;
    watch.askAfterMs = Number.POSITIVE_INFINITY;
    const usedMs = await watch.usedMs();
    // One more turn of the event loop: when this process was busy, the answer may already have arrived.
    await setImmediate();
    if (watch !== this.#watch || watch.name !== this.#use.position().name) return;
    const elapsedMs = performance.now() - watch.beginMs;
    const failure = judgeWork(watch, { elapsedMs, usedMs }, this.#use.guardFactor);
    if (failure) return this.#lose(failure);
    watch.askAfterMs = elapsedMs + Math.max(CHECK_MS, watch.budgetMs - (usedMs ?? 0));
  }

  #lose(failure: ThreadFailure): void {
    const hasStarted = this.isReady;
    const worker = this.#drop();
    this.killed += 1;
    if (!hasStarted) this.#pause();
    if (worker) void this.#use.stuck.end(worker);
    this.#use.onLost(failure);
  }

  /** After a failed start: never an endless loop of starts. */
  #pause(): void {
    const pauseMs = START_PAUSE_MS * 2 ** this.#failedStarts;
    this.#failedStarts = Math.min(this.#failedStarts + 1, MAX_DOUBLINGS);
    this.#startsAgainAtMs = performance.now() + pauseMs;
    this.#startTimer = setTimeout(() => this.#use.onChange(), pauseMs + 1).unref();
  }

  /** Detaches the worker: its further messages are ignored. */
  #drop(): Worker | undefined {
    const worker = this.#worker;
    clearTimeout(this.#startTimer);
    this.rest();
    this.#worker = undefined;
    this.#ready = undefined;
    worker?.removeAllListeners();
    worker?.on("error", () => {});
    return worker;
  }
}

function machine(reason: MachineFailure["reason"], message: string): ThreadFailure {
  return { kind: "machine", failure: new MachineFailure(reason, message) };
}

function notStarted(): ThreadFailure {
  return machine("not_started", "a thread could not be started");
}
