import type { Worker } from "node:worker_threads";
import type { StuckThreads } from "../sandbox/stuck-threads.ts";
import { type Answer, PROGRESS } from "./batch.ts";
import { type Culprit, type Death, recover } from "./recovery.ts";
import { type Job, packRequest } from "./render-request.ts";
import { type StartedWorker, startWorker, type ThreadLimits } from "./start-worker.ts";

/** Liquid's own clock ends most slow tasks after the time-out; the hard stop follows this much later. */
const HARD_STOP_FACTOR = 1.1;
const CHECKS_PER_TIMEOUT = 20;
/** No task begun for this long: the thread did not start, or cannot read what it got. */
const NO_TASK_LIMIT_MS = 30_000;
const MAX_FAILED_STARTS = 3;

/** The batch that was sent; its first `answered` jobs are settled. */
type InFlightRequest = {
  number: number;
  jobs: readonly Job[];
  answered: number;
  done: (waiting: Job[]) => void;
};

/**
 * One render thread as the main thread sees it: started when first needed, one batch at a time, watched while it works,
 * replaced when it hangs or dies.
 */
export class RenderThread {
  readonly #limits: ThreadLimits;
  readonly #stuck: StuckThreads;
  #flight: InFlightRequest | undefined;
  #running: StartedWorker | undefined;
  #lastNumber = 0;
  #failedStarts = 0;
  #timer: NodeJS.Timeout | undefined;
  #place = { at: "", sinceMs: 0 };
  started = 0;
  killed = 0;

  constructor(limits: ThreadLimits, stuck: StuckThreads) {
    this.#limits = limits;
    this.#stuck = stuck;
  }

  get isIdle(): boolean {
    return this.#flight === undefined;
  }

  /** False while no thread may be started, because too many of those that were ended have not ended yet. */
  get isUsable(): boolean {
    return this.#running !== undefined || !this.#stuck.isFull;
  }

  /**
   * Renders jobs for one turn; call it only while the thread is idle. Resolves with the jobs that are not settled: they
   * did not fit, the turn was over before them, or the thread died. Never rejects.
   */
  async run(jobs: readonly Job[]): Promise<Job[]> {
    const { parcel, rest } = packRequest(jobs);
    if (parcel.jobs.length === 0) return rest;
    const waiting = await new Promise<Job[]>((done) => {
      const number = this.#nextNumber();
      this.#flight = { number, jobs: parcel.jobs, answered: 0, done };
      this.#start().postMessage({ number, ...parcel.message });
      this.#watch();
    });
    return [...waiting, ...rest];
  }

  async close(): Promise<void> {
    this.#rest();
    const worker = this.#drop();
    this.#land();
    if (worker) await this.#stuck.end(worker);
  }

  #start(): Worker {
    if (this.#running !== undefined) return this.#running.worker;
    const running = startWorker(this.#limits);
    this.#running = running;
    this.started += 1;
    const { worker } = running;
    let death: Death = { kind: "broken", reason: "the render thread ended" };
    worker.on("message", (answer: Answer) => this.#settle(answer));
    worker.on("error", (error: Error & { code?: string }) => {
      death = this.#deathOf(error);
    });
    worker.on("exit", () => this.#replace(death));
    return worker;
  }

  #settle({ number, outcomes, tookMs, isLast }: Answer): void {
    const flight = this.#flight;
    if (flight?.number !== number) return;
    outcomes.forEach((outcome, index) => {
      flight.jobs[flight.answered++]?.settle(outcome, tookMs[index] ?? 0);
    });
    if (!isLast) return;
    this.#failedStarts = 0;
    this.#rest();
    this.#land();
  }

  /** The thread is free; what has no outcome waits again. */
  #land(waiting = this.#waiting()): void {
    const flight = this.#flight;
    this.#flight = undefined;
    flight?.done(waiting);
  }

  #waiting(): Job[] {
    return this.#flight ? this.#flight.jobs.slice(this.#flight.answered) : [];
  }

  #watch(): void {
    this.#running?.worker.ref();
    this.#place = { at: "", sinceMs: 0 };
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#check(), this.#limits.taskTimeoutMs / CHECKS_PER_TIMEOUT);
  }

  #rest(): void {
    this.#running?.worker.unref();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** The thread stands still when it is at the same task as at every check since. */
  #check(): void {
    if (this.#running === undefined) return;
    const { progress } = this.#running;
    const task = Atomics.load(progress, PROGRESS.task);
    const at = `${Atomics.load(progress, PROGRESS.batch)}:${task}`;
    const now = performance.now();
    if (at !== this.#place.at) this.#place = { at, sinceMs: now };
    const { taskTimeoutMs } = this.#limits;
    const limitMs = task > 0 ? taskTimeoutMs * HARD_STOP_FACTOR : NO_TASK_LIMIT_MS;
    if (now - this.#place.sinceMs <= limitMs) return;
    this.#replace(
      task > 0
        ? { kind: "hung", taskTimeoutMs }
        : { kind: "broken", reason: "the render thread stood still" },
    );
  }

  /** The next jobs start a new thread; nobody waits for the old one to end. */
  #replace(death: Death): void {
    const culprit = this.#culprit();
    const hasStarted =
      this.#running !== undefined && Atomics.load(this.#running.progress, PROGRESS.isReady) === 1;
    const worker = this.#drop();
    this.killed += 1;
    if (worker) void this.#stuck.end(worker);
    this.#rest();
    this.#failedStarts = hasStarted ? 0 : this.#failedStarts + 1;
    const waiting = this.#waiting();
    if (this.#failedStarts === 0) this.#land(recover(waiting, culprit, death));
    else this.#land(this.#failedStarts < MAX_FAILED_STARTS ? waiting : this.#giveUp(waiting, death));
  }

  /** Nothing is wrong with the jobs when the thread does not even start; but it is not tried without an end. */
  #giveUp(waiting: readonly Job[], death: Death): Job[] {
    this.#failedStarts = 0;
    const why = death.kind === "broken" ? death.reason : "it has too little memory";
    for (const job of waiting) job.settle({ reason: `the render thread does not start: ${why}` }, 0);
    return [];
  }

  #culprit(): Culprit | undefined {
    const flight = this.#flight;
    if (this.#running === undefined || flight === undefined) return undefined;
    const { progress } = this.#running;
    if (Atomics.load(progress, PROGRESS.batch) !== flight.number) return undefined;
    const index = Atomics.load(progress, PROGRESS.task) - 1;
    const job = index < flight.answered ? undefined : flight.jobs[index];
    return job && { job, leaf: Atomics.load(progress, PROGRESS.leaf) };
  }

  /** Lets go of the worker: its further messages are not heard. */
  #drop(): Worker | undefined {
    const worker = this.#running?.worker;
    this.#running = undefined;
    worker?.removeAllListeners();
    worker?.on("error", () => {});
    return worker;
  }

  #deathOf(error: Error & { code?: string }): Death {
    const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
    return isMemory
      ? { kind: "memory", memoryMb: this.#limits.memoryMb }
      : { kind: "broken", reason: error.message.slice(0, 200) };
  }

  /** Stays within the 32 bits of the shared memory; at 10,000 batches a second it would leave them in two days. */
  #nextNumber(): number {
    this.#lastNumber = (this.#lastNumber + 1) & 0x7fffffff;
    return this.#lastNumber;
  }
}
