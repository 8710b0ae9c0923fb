import { performance } from "node:perf_hooks";
import type { Worker } from "node:worker_threads";
import { type Answer, PROGRESS } from "./batch.ts";
import { type Job, packJobs } from "./parcel.ts";
import { type Culprit, type Death, recover } from "./recovery.ts";
import { type StartedWorker, startWorker, type ThreadLimits } from "./start-worker.ts";

/** Liquid's own clock ends most slow tasks after the time-out; the hard stop follows this much later. */
const HARD_STOP_FACTOR = 1.1;
const LOOKS_PER_TIMEOUT = 20;
/** No task begun for this long though some wait: the thread did not start, or cannot read what it got. */
const NO_TASK_LIMIT_MS = 30_000;
const MAX_FAILED_STARTS = 3;

/** A batch that was sent; its first `answered` jobs are settled. */
type Flight = { jobs: readonly Job[]; answered: number };

/**
 * One render thread as the main thread sees it: started when first needed, kept out of the way of the process's end
 * while idle, watched while it works, replaced when it hangs or dies.
 */
export class RenderThread {
  readonly #limits: ThreadLimits;
  readonly #flights = new Map<number, Flight>();
  #running: StartedWorker | undefined;
  #lastNumber = 0;
  #failedStarts = 0;
  #timer: NodeJS.Timeout | undefined;
  #place = { at: "", sinceMs: 0 };

  constructor(limits: ThreadLimits) {
    this.#limits = limits;
  }

  /** Jobs that wait for their outcome here. */
  get load(): number {
    let jobs = 0;
    for (const flight of this.#flights.values()) jobs += flight.jobs.length - flight.answered;
    return jobs;
  }

  send(jobs: readonly Job[]): void {
    for (const parcel of packJobs(jobs)) {
      const number = this.#nextNumber();
      this.#flights.set(number, { jobs: parcel.jobs, answered: 0 });
      this.#start().postMessage({ number, ...parcel.message });
    }
    if (this.#flights.size > 0) this.#watch();
  }

  async close(): Promise<void> {
    this.#rest();
    await this.#drop()?.terminate();
  }

  #start(): Worker {
    if (this.#running !== undefined) return this.#running.worker;
    const running = startWorker(this.#limits);
    this.#running = running;
    const { worker } = running;
    let death: Death = { kind: "broken", reason: "the render thread ended" };
    worker.on("message", (answer: Answer) => this.#settle(answer));
    worker.on("error", (error: Error & { code?: string }) => {
      death = this.#deathOf(error);
    });
    worker.on("exit", () => this.#replace(death));
    return worker;
  }

  #settle({ number, outcomes }: Answer): void {
    const flight = this.#flights.get(number);
    if (flight === undefined) return;
    for (const outcome of outcomes) flight.jobs[flight.answered++]?.settle(outcome);
    if (flight.answered < flight.jobs.length) return;
    this.#failedStarts = 0;
    this.#flights.delete(number);
    if (this.#flights.size === 0) this.#rest();
  }

  #watch(): void {
    this.#running?.worker.ref();
    if (this.#timer !== undefined) return;
    this.#place = { at: "", sinceMs: 0 };
    this.#timer = setInterval(() => this.#look(), this.#limits.taskTimeoutMs / LOOKS_PER_TIMEOUT);
  }

  #rest(): void {
    this.#running?.worker.unref();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** The thread stands still when it is at the same task of the same batch as at every look since. */
  #look(): void {
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

  /** The old thread's work goes to a new one; nobody waits for the old one to be gone. */
  #replace(death: Death): void {
    const culprit = this.#culprit();
    const hasStarted =
      this.#running !== undefined && Atomics.load(this.#running.progress, PROGRESS.isReady) === 1;
    void this.#drop()?.terminate();
    this.#rest();
    this.#failedStarts = hasStarted ? 0 : this.#failedStarts + 1;
    const waiting = [...this.#flights.values()].map(({ jobs, answered }) => jobs.slice(answered));
    this.#flights.clear();
    if (this.#failedStarts > 0) return this.#startAgain(waiting, death);
    for (const jobs of recover(waiting, culprit, death)) this.send(jobs);
  }

  /** Nothing is wrong with the jobs when the thread did not even start; but it is not tried for ever. */
  #startAgain(waiting: Job[][], death: Death): void {
    if (this.#failedStarts < MAX_FAILED_STARTS) {
      for (const jobs of waiting) this.send(jobs);
      return;
    }
    this.#failedStarts = 0;
    const why = death.kind === "broken" ? death.reason : "it has too little memory";
    for (const job of waiting.flat()) job.settle({ reason: `the render thread does not start: ${why}` });
  }

  #culprit(): Culprit | undefined {
    if (this.#running === undefined) return undefined;
    const { progress } = this.#running;
    const flight = this.#flights.get(Atomics.load(progress, PROGRESS.batch));
    const index = Atomics.load(progress, PROGRESS.task) - 1;
    if (flight === undefined || index < flight.answered) return undefined;
    const job = flight.jobs[index];
    return job && { job, leaf: Atomics.load(progress, PROGRESS.leaf) };
  }

  /** Lets go of the worker: whatever it still says is not heard. */
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
