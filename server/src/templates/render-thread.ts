import type { Worker } from "node:worker_threads";
import type { StuckThreads } from "../sandbox/stuck-threads.ts";
import { type Answer, PROGRESS } from "./batch.ts";
import { packRequest, type RenderJob } from "./render-request.ts";
import { type StartedWorker, startWorker, type ThreadLimits } from "./start-worker.ts";
import { type CurrentTask, requeueAfterFailure, type ThreadFailure } from "./thread-failure.ts";

/** Liquid's own check ends most slow tasks after the time-out; the thread is terminated after this factor of it. */
const HARD_STOP_FACTOR = 1.1;
const CHECKS_PER_TIMEOUT = 20;
/** No task started for this time: the thread did not start, or cannot read its message. */
const NO_TASK_LIMIT_MS = 30_000;
const MAX_FAILED_STARTS = 3;

/** The batch being rendered; its first `answered` jobs are settled. */
type InFlightRequest = {
  number: number;
  jobs: readonly RenderJob[];
  answered: number;
  done: (waiting: RenderJob[]) => void;
};

/**
 * The main thread's side of a render thread: started when needed, one batch at a time, watched while it works, replaced
 * when it hangs or crashes.
 */
export class RenderThread {
  readonly #limits: ThreadLimits;
  readonly #stuck: StuckThreads;
  #inFlight: InFlightRequest | undefined;
  #running: StartedWorker | undefined;
  #lastNumber = 0;
  #failedStarts = 0;
  #timer: NodeJS.Timeout | undefined;
  #position = { at: "", sinceMs: 0 };
  started = 0;
  killed = 0;

  constructor(limits: ThreadLimits, stuck: StuckThreads) {
    this.#limits = limits;
    this.#stuck = stuck;
  }

  get isIdle(): boolean {
    return this.#inFlight === undefined;
  }

  /** False while no thread may be started, because too many terminated threads have not ended yet. */
  get isUsable(): boolean {
    return this.#running !== undefined || !this.#stuck.isFull;
  }

  /**
   * Renders jobs for one turn; must only be called while the thread is idle. Resolves with the jobs that are not settled:
   * they did not fit, the turn was over before them, or the thread failed. Never rejects.
   */
  async run(jobs: readonly RenderJob[]): Promise<RenderJob[]> {
    const { request, rest } = packRequest(jobs);
    if (request.jobs.length === 0) return rest;
    const waiting = await new Promise<RenderJob[]>((done) => {
      const number = this.#nextNumber();
      this.#inFlight = { number, jobs: request.jobs, answered: 0, done };
      this.#start().postMessage({ number, ...request.message });
      this.#watch();
    });
    return [...waiting, ...rest];
  }

  async close(): Promise<void> {
    this.#stopWatching();
    const worker = this.#drop();
    this.#finish();
    if (worker) await this.#stuck.end(worker);
  }

  #start(): Worker {
    if (this.#running !== undefined) return this.#running.worker;
    const running = startWorker(this.#limits);
    this.#running = running;
    this.started += 1;
    const { worker } = running;
    let failure: ThreadFailure = { kind: "broken", reason: "the render thread ended" };
    worker.on("message", (answer: Answer) => this.#settle(answer));
    worker.on("error", (error: Error & { code?: string }) => {
      failure = this.#failureOf(error);
    });
    worker.on("exit", () => this.#replace(failure));
    return worker;
  }

  #settle({ number, outcomes, tookMs, isLast }: Answer): void {
    const inFlight = this.#inFlight;
    if (inFlight?.number !== number) return;
    outcomes.forEach((outcome, index) => {
      inFlight.jobs[inFlight.answered++]?.settle(outcome, tookMs[index] ?? 0);
    });
    if (!isLast) return;
    this.#failedStarts = 0;
    this.#stopWatching();
    this.#finish();
  }

  /** The thread is idle; jobs without an outcome wait again. */
  #finish(waiting = this.#waiting()): void {
    const inFlight = this.#inFlight;
    this.#inFlight = undefined;
    inFlight?.done(waiting);
  }

  #waiting(): RenderJob[] {
    return this.#inFlight ? this.#inFlight.jobs.slice(this.#inFlight.answered) : [];
  }

  #watch(): void {
    this.#running?.worker.ref();
    this.#position = { at: "", sinceMs: 0 };
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#check(), this.#limits.taskTimeoutMs / CHECKS_PER_TIMEOUT);
  }

  #stopWatching(): void {
    this.#running?.worker.unref();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** The thread hangs when it has been at the same task for too long. */
  #check(): void {
    if (this.#running === undefined) return;
    const { progress } = this.#running;
    const task = Atomics.load(progress, PROGRESS.task);
    const at = `${Atomics.load(progress, PROGRESS.batch)}:${task}`;
    const now = performance.now();
    if (at !== this.#position.at) this.#position = { at, sinceMs: now };
    const { taskTimeoutMs } = this.#limits;
    const limitMs = task > 0 ? taskTimeoutMs * HARD_STOP_FACTOR : NO_TASK_LIMIT_MS;
    if (now - this.#position.sinceMs <= limitMs) return;
    this.#replace(
      task > 0
        ? { kind: "hung", taskTimeoutMs }
        : { kind: "broken", reason: "the render thread stood still" },
    );
  }

  /** The next jobs start a new thread, without waiting for the end of the old one. */
  #replace(failure: ThreadFailure): void {
    const current = this.#currentTask();
    const hasStarted =
      this.#running !== undefined && Atomics.load(this.#running.progress, PROGRESS.isReady) === 1;
    const worker = this.#drop();
    this.killed += 1;
    if (worker) void this.#stuck.end(worker);
    this.#stopWatching();
    this.#failedStarts = hasStarted ? 0 : this.#failedStarts + 1;
    const waiting = this.#waiting();
    if (this.#failedStarts === 0) this.#finish(requeueAfterFailure(waiting, current, failure));
    else this.#finish(this.#failedStarts < MAX_FAILED_STARTS ? waiting : this.#giveUp(waiting, failure));
  }

  /** When the thread does not start, the jobs are not the cause; but attempts are limited. */
  #giveUp(waiting: readonly RenderJob[], failure: ThreadFailure): RenderJob[] {
    this.#failedStarts = 0;
    const why = failure.kind === "broken" ? failure.reason : "it has too little memory";
    for (const job of waiting) job.settle({ reason: `the render thread does not start: ${why}` }, 0);
    return [];
  }

  #currentTask(): CurrentTask | undefined {
    const inFlight = this.#inFlight;
    if (this.#running === undefined || inFlight === undefined) return undefined;
    const { progress } = this.#running;
    if (Atomics.load(progress, PROGRESS.batch) !== inFlight.number) return undefined;
    const index = Atomics.load(progress, PROGRESS.task) - 1;
    const job = index < inFlight.answered ? undefined : inFlight.jobs[index];
    return job && { job, textIndex: Atomics.load(progress, PROGRESS.textIndex) };
  }

  /** Detaches the worker: its further messages are ignored. */
  #drop(): Worker | undefined {
    const worker = this.#running?.worker;
    this.#running = undefined;
    worker?.removeAllListeners();
    worker?.on("error", () => {});
    return worker;
  }

  #failureOf(error: Error & { code?: string }): ThreadFailure {
    const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
    return isMemory
      ? { kind: "memory", memoryMb: this.#limits.memoryMb }
      : { kind: "broken", reason: error.message.slice(0, 200) };
  }

  /** Stays within the 32 bits of the shared memory; 10,000 batches per second would exceed them after two days. */
  #nextNumber(): number {
    this.#lastNumber = (this.#lastNumber + 1) & 0x7fffffff;
    return this.#lastNumber;
  }
}
