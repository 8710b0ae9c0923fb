import { GuardedThread } from "./guarded-thread.ts";
import { MachineFailure } from "./machine-failure.ts";
import { threadFile } from "./start-thread.ts";
import type { StuckThreads } from "./stuck-threads.ts";
import type {
  FromThread,
  SandboxAnswer,
  SandboxFailure,
  SandboxKind,
  SandboxTask,
  ToThread,
} from "./tasks.ts";
import { reasonOf, type ThreadFailure } from "./thread-failure.ts";
import type { PooledThread } from "./thread-pool.ts";
import type { ReadThreadTime } from "./thread-time.ts";

export type SandboxLimits = {
  /** Processor time of one task in milliseconds; twice as much when it compiles a schema. */
  budgetMs: number;
  memoryMb: number;
};

export type SandboxThreadParts = SandboxLimits & {
  kind: SandboxKind;
  stuck: StuckThreads;
  /** Called when the thread is ready or lost, or may be started again. */
  onChange: () => void;
  readTime?: ReadThreadTime | undefined;
  guardFactor?: number | undefined;
};

/** A task, until it is settled. */
export type Waiting = {
  task: SandboxTask;
  resolve: (answer: SandboxAnswer | SandboxFailure) => void;
  reject: (failure: MachineFailure) => void;
};

/** A thread for one task at a time, replaced when the task uses up its limits or ends it. */
export class SandboxThread implements PooledThread<Waiting> {
  readonly #thread: GuardedThread;
  readonly #budgetMs: number;
  #pending: { number: number; waiting: Waiting; budgetMs: number; done: () => void } | undefined;
  #lastNumber = 0;

  constructor({ kind, memoryMb, stuck, onChange, ...more }: SandboxThreadParts) {
    this.#budgetMs = more.budgetMs;
    this.#thread = new GuardedThread({
      ...more,
      program: () => ({ file: threadFile(import.meta.url, `${kind}-worker`), name: kind, memoryMb }),
      stuck,
      position: () => ({ name: `${this.#pending?.number}`, budgetMs: this.#pending?.budgetMs ?? 0 }),
      hear: (message) => this.#hear(message as FromThread),
      onChange,
      onLost: (failure) => {
        this.#fail(failure);
        onChange();
      },
    });
  }

  get isIdle(): boolean {
    return this.#pending === undefined;
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

  async run([waiting]: Waiting[]): Promise<Waiting[]> {
    if (!waiting) return [];
    await new Promise<void>((done) => {
      const { task } = waiting;
      const number = ++this.#lastNumber;
      const budgetMs = this.#budgetMs * (compiles(task) ? COMPILING_FACTOR : 1);
      this.#pending = { number, waiting, budgetMs, done };
      this.#thread.work({ number, task } satisfies ToThread);
    });
    return [];
  }

  async close(): Promise<void> {
    const closing = this.#thread.close();
    const failure = new MachineFailure("stopping", "the service is stopping");
    this.#fail({ kind: "machine", failure });
    await closing;
  }

  #hear({ number, answer }: FromThread): void {
    if (number !== this.#pending?.number) return;
    this.#thread.rest();
    this.#settle((waiting) => waiting.resolve(answer));
  }

  #fail(failure: ThreadFailure): void {
    this.#settle((waiting) => {
      if (failure.kind === "machine") waiting.reject(failure.failure);
      else waiting.resolve({ kind: "failed", reason: reasonOf(failure) });
    });
  }

  #settle(settle: (waiting: Waiting) => void): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if (!pending) return;
    settle(pending.waiting);
    pending.done();
  }
}

/** Compiling a schema takes 0.3 ms per keyword; it is done once per version and thread. */
const COMPILING_FACTOR = 2;

function compiles(task: SandboxTask): boolean {
  return task.kind === "compile_schema" || (task.kind === "check_payload" && task.schema !== undefined);
}
