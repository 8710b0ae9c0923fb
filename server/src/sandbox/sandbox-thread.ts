import type { Worker } from "node:worker_threads";
import { startThread, threadFile } from "./start-thread.ts";
import type { StuckThreads } from "./stuck-threads.ts";
import type { FromThread, SandboxAnswer, SandboxFailure, SandboxTask, ToThread } from "./tasks.ts";

export type SandboxLimits = {
  /** Deadline of one task; twice as long when it compiles a schema. */
  timeoutMs: number;
  memoryMb: number;
};

/** A thread that does not start within this time is replaced. */
const START_TIMEOUT_MS = 15_000;

type Pending = {
  number: number;
  task: SandboxTask;
  resolve: (answer: SandboxAnswer | SandboxFailure) => void;
};

/**
 * The main thread's side of a sandbox thread: one task at a time, replaced when the task takes too long or crashes
 * it.
 */
export class SandboxThread {
  readonly #limits: SandboxLimits;
  readonly #stuck: StuckThreads;
  #worker: Worker | undefined;
  #isReady = false;
  #pending: Pending | undefined;
  #lastNumber = 0;
  #timer: NodeJS.Timeout | undefined;
  started = 0;
  killed = 0;

  constructor(limits: SandboxLimits, stuck: StuckThreads) {
    this.#limits = limits;
    this.#stuck = stuck;
  }

  get isIdle(): boolean {
    return this.#pending === undefined;
  }

  /** Never rejects. Must only be called while the thread is idle. */
  run(task: SandboxTask): Promise<SandboxAnswer | SandboxFailure> {
    if (this.#worker === undefined && this.#stuck.isFull) return Promise.resolve(busy());
    return new Promise((resolve) => {
      this.#lastNumber = (this.#lastNumber + 1) & 0x7fffffff;
      this.#pending = { number: this.#lastNumber, task, resolve };
      const worker = this.#start();
      worker.ref();
      if (this.#isReady) this.#post(worker);
      else this.#watch(START_TIMEOUT_MS, "the thread did not start");
    });
  }

  async close(): Promise<void> {
    const worker = this.#drop();
    this.#settle({ kind: "failed", reason: "the service is stopping", isBusy: true });
    if (worker) await this.#stuck.end(worker);
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = startThread(threadFile(import.meta.url, "sandbox-worker"), {
      name: "sandbox",
      memoryMb: this.#limits.memoryMb,
    });
    this.#worker = worker;
    this.started += 1;
    this.#isReady = false;
    worker.on("message", (message: FromThread) => this.#hear(worker, message));
    worker.on("error", (error: Error & { code?: string }) => {
      const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      this.#replace(
        isMemory ? `needs more than ${this.#limits.memoryMb} MB of memory` : error.message.slice(0, 200),
      );
    });
    worker.on("exit", () => this.#replace("the thread ended"));
    return worker;
  }

  #post(worker: Worker): void {
    if (!this.#pending) return;
    const { number, task } = this.#pending;
    worker.postMessage({ number, task } satisfies ToThread);
    const timeoutMs = this.#limits.timeoutMs * (compiles(task) ? COMPILING_FACTOR : 1);
    this.#watch(timeoutMs, `took longer than ${timeoutMs} ms`);
  }

  #hear(worker: Worker, message: FromThread): void {
    if (worker !== this.#worker) return;
    if (message === "ready") {
      this.#isReady = true;
      this.#post(worker);
    } else if (message.number === this.#pending?.number) {
      worker.unref();
      this.#settle(message.answer);
    }
  }

  /** Waits one more turn of the event loop: when this process was busy, the answer may already have arrived. */
  #watch(afterMs: number, reason: string): void {
    clearTimeout(this.#timer);
    const watched = this.#pending;
    this.#timer = setTimeout(() => {
      setImmediate(() => {
        if (watched === this.#pending) this.#replace(reason);
      });
    }, afterMs);
  }

  /** The next task starts a new thread, without waiting for the end of the old one. */
  #replace(reason: string): void {
    const worker = this.#drop();
    this.killed += 1;
    if (worker) void this.#stuck.end(worker);
    this.#settle({ kind: "failed", reason, isBusy: false });
  }

  #settle(answer: SandboxAnswer | SandboxFailure): void {
    clearTimeout(this.#timer);
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.resolve(answer);
  }

  #drop(): Worker | undefined {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#isReady = false;
    worker?.removeAllListeners();
    worker?.on("error", () => {});
    return worker;
  }
}

/** Compiling a schema takes 0.3 ms per keyword; it is done once per version and thread. */
const COMPILING_FACTOR = 2;

function compiles(task: SandboxTask): boolean {
  return task.kind === "compile_schema" || (task.kind === "check_payload" && task.schema !== undefined);
}

function busy(): SandboxFailure {
  const reason = "too many threads are still busy with what was ended before; try again in a minute";
  return { kind: "failed", reason, isBusy: true };
}
