import { zoneFilesInUse } from "../calendar/zones/zones.ts";
import { GuardedThread } from "../sandbox/guarded-thread.ts";
import { MachineFailure } from "../sandbox/machine-failure.ts";
import { threadFile } from "../sandbox/start-thread.ts";
import type { StuckThreads } from "../sandbox/stuck-threads.ts";
import type { ThreadFailure } from "../sandbox/thread-failure.ts";
import type { PooledThread } from "../sandbox/thread-pool.ts";
import type { ReadThreadTime } from "../sandbox/thread-time.ts";
import { type Answer, PROGRESS, PROGRESS_BYTES, type ThreadSetup } from "./batch.ts";
import { packRequest, type QueuedJob, type RenderJob, type RenderRequest } from "./render-request.ts";
import { type CurrentTask, requeueAfterFailure } from "./thread-failure.ts";

export type RenderThreadParts = {
  /** Processor time of a task, in milliseconds. */
  budgetMs: number;
  memoryMb: number;
  stuck: StuckThreads;
  /** Called when the thread is ready or lost, or may be started again. */
  onChange: () => void;
  readTime?: ReadThreadTime | undefined;
  guardFactor?: number | undefined;
};

/** LiquidJS's own check ends most slow tasks at their budget; the thread is ended at this share beyond it. */
const GRACE = 0.1;
/** Processor time for reading a message and between tasks. */
const READING_BUDGET_MS = 2_000;

/** The batch being rendered; its first `answered` jobs are settled. */
type InFlightRequest = {
  number: number;
  jobs: readonly RenderJob[];
  answered: number;
  done: (waiting: RenderJob[]) => void;
};

/** The main thread's side of a render thread: one batch at a time. */
export class RenderThread implements PooledThread<QueuedJob> {
  readonly #thread: GuardedThread;
  readonly #budgetMs: number;
  /** The position of the current thread, in shared memory. */
  #progress = new Int32Array(new SharedArrayBuffer(PROGRESS_BYTES));
  #inFlight: InFlightRequest | undefined;
  #lastNumber = 0;

  constructor({ budgetMs, memoryMb, stuck, onChange, ...more }: RenderThreadParts) {
    this.#budgetMs = budgetMs;
    const file = threadFile(import.meta.url, "render-worker");
    this.#thread = new GuardedThread({
      ...more,
      program: () => ({ file, name: "templates", memoryMb, workerData: this.#setup() }),
      stuck,
      position: () => this.#position(),
      hear: (message) => this.#hear(message as Answer),
      onChange,
      onLost: (failure) => {
        this.#fail(failure);
        onChange();
      },
    });
  }

  get isIdle(): boolean {
    return this.#inFlight === undefined;
  }

  get isReady(): boolean {
    return this.#thread.isReady;
  }

  get isStarting(): boolean {
    return this.#thread.isStarting;
  }

  get started(): number {
    return this.#thread.started;
  }

  get killed(): number {
    return this.#thread.killed;
  }

  start(): boolean {
    return this.#thread.start();
  }

  /** Each thread has its own memory: one that was ended may still write. */
  #setup(): ThreadSetup {
    this.#progress = new Int32Array(new SharedArrayBuffer(PROGRESS_BYTES));
    return { progress: this.#progress, budgetMs: this.#budgetMs, zones: zoneFilesInUse() };
  }

  /**
   * Renders jobs for one turn; must only be called while the thread is ready and idle. Resolves with the jobs that are not settled:
   * they did not fit, the turn was over before them, or the thread failed. Never rejects.
   */
  async run(queued: QueuedJob[]): Promise<QueuedJob[]> {
    const queuedOf = new Map(queued.map((one) => [one.job, one]));
    const { request, rest } = packRequest(queued.map(({ job }) => job));
    const waiting = request.jobs.length > 0 ? await this.#render(request) : [];
    return [...waiting, ...rest].flatMap((job) => queuedOf.get(job) ?? []);
  }

  #render(request: RenderRequest): Promise<RenderJob[]> {
    return new Promise<RenderJob[]>((done) => {
      const number = this.#nextNumber();
      this.#inFlight = { number, jobs: request.jobs, answered: 0, done };
      this.#thread.work({ number, ...request.message });
    });
  }

  async close(): Promise<void> {
    const closing = this.#thread.close();
    const failure = new MachineFailure("stopping", "the service is stopping");
    this.#fail({ kind: "machine", failure });
    await closing;
  }

  #hear({ number, outcomes, usedMs, isLast }: Answer): void {
    const inFlight = this.#inFlight;
    if (inFlight?.number !== number) return;
    outcomes.forEach((outcome, index) => {
      inFlight.jobs[inFlight.answered++]?.settle(outcome, usedMs[index] ?? 0);
    });
    if (!isLast) return;
    this.#thread.rest();
    this.#finish(this.#waiting());
  }

  #fail(failure: ThreadFailure): void {
    this.#finish(requeueAfterFailure(this.#waiting(), this.#currentTask(), failure));
  }

  /** The thread is idle; jobs without an outcome wait again. */
  #finish(waiting: RenderJob[]): void {
    const inFlight = this.#inFlight;
    this.#inFlight = undefined;
    inFlight?.done(waiting);
  }

  #waiting(): RenderJob[] {
    return this.#inFlight ? this.#inFlight.jobs.slice(this.#inFlight.answered) : [];
  }

  #position() {
    const task = Atomics.load(this.#progress, PROGRESS.task);
    const name = `${Atomics.load(this.#progress, PROGRESS.batch)}:${task}`;
    const budgetMs = this.#budgetMs;
    return task > 0 ? { name, budgetMs, graceMs: budgetMs * GRACE } : { name, budgetMs: READING_BUDGET_MS };
  }

  #currentTask(): CurrentTask | undefined {
    const inFlight = this.#inFlight;
    if (inFlight === undefined) return undefined;
    if (Atomics.load(this.#progress, PROGRESS.batch) !== inFlight.number) return undefined;
    const index = Atomics.load(this.#progress, PROGRESS.task) - 1;
    const job = index < inFlight.answered ? undefined : inFlight.jobs[index];
    return job && { job, textIndex: Atomics.load(this.#progress, PROGRESS.textIndex) };
  }

  /** Stays within the 32 bits of the shared memory; 10,000 batches per second would exceed them after two days. */
  #nextNumber(): number {
    this.#lastNumber = (this.#lastNumber + 1) & 0x7fffffff;
    return this.#lastNumber;
  }
}
