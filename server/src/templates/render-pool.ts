import { Counts } from "../foundation/counts.ts";
import { RecentFailures } from "../foundation/recent-failures.ts";
import { sha256 } from "../foundation/secrets.ts";
import { FairQueue } from "../sandbox/fair-queue.ts";
import { StuckThreads } from "../sandbox/stuck-threads.ts";
import { stateOf, type ThreadState } from "../sandbox/thread-state.ts";
import type { TextOutcome } from "./batch.ts";
import type { RenderJob } from "./render-request.ts";
import { RenderThread } from "./render-thread.ts";
import type { ThreadLimits } from "./start-worker.ts";

/** A job in the queue; `refusal` returns an outcome when it may no longer be rendered. */
export type QueuedJob = { job: RenderJob; environmentId: string; refusal: () => TextOutcome | undefined };

/** Maximum of jobs per batch; a turn usually ends earlier by time. */
const MAX_TOGETHER = 250;
/** A text that took too long this many times, without a success in between, is not rendered for 5 minutes. */
const MAX_TOO_SLOW = 3;

/**
 * The render threads and their queue. Environments take turns; with several threads, one environment never uses all of
 * them.
 */
export class RenderPool {
  readonly #threads: readonly RenderThread[];
  readonly #queue = new FairQueue<QueuedJob>();
  readonly #busy = new Counts();
  readonly #tooSlow = new RecentFailures(MAX_TOO_SLOW);
  readonly #isFull: () => boolean;
  readonly #taskTimeoutMs: number;

  constructor(threads: number, limits: ThreadLimits, stuck = new StuckThreads()) {
    this.#threads = Array.from({ length: threads }, () => new RenderThread(limits, stuck));
    this.#isFull = () => stuck.isFull;
    this.#taskTimeoutMs = limits.taskTimeoutMs;
  }

  send(environmentId: string, jobs: readonly QueuedJob[]): void {
    this.#queue.push(environmentId, jobs);
    this.#dispatch();
  }

  state(): ThreadState {
    return stateOf(this.#threads);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #dispatch(): void {
    for (const thread of this.#threads) {
      if (!thread.isIdle) continue;
      if (!thread.isUsable) return this.#waitForThreads();
      const next = this.#next();
      if (!next) return;
      void this.#run(thread, next);
    }
  }

  /** The next jobs of the next environment that may use another thread; jobs that may not be rendered are settled. */
  #next(): { environmentId: string; jobs: QueuedJob[] } | undefined {
    const maxThreads = Math.max(1, this.#threads.length - 1);
    const isAllowed = (id: string) => this.#busy.of(id) < maxThreads;
    for (;;) {
      const taken = this.#queue.take(MAX_TOGETHER, isAllowed);
      if (!taken) return undefined;
      const jobs = taken.items.filter((queued) => !this.#isRefused(queued));
      const together = jobs[0]?.job.isSuspect ? 1 : Math.min(...jobs.map(({ job }) => job.maxTogether));
      if (jobs.length > together) this.#queue.pushFirst(taken.environmentId, jobs.splice(together));
      if (jobs.length > 0) return { environmentId: taken.environmentId, jobs };
    }
  }

  async #run(thread: RenderThread, { environmentId, jobs }: { environmentId: string; jobs: QueuedJob[] }) {
    this.#busy.add(environmentId, 1);
    const queuedOf = new Map(jobs.map((queued) => [queued.job, queued]));
    const waiting = await thread.run(jobs.map(({ job }) => job));
    this.#busy.add(environmentId, -1);
    this.#queue.pushFirst(
      environmentId,
      waiting.flatMap((job) => queuedOf.get(job) ?? []),
    );
    this.#dispatch();
  }

  #isRefused({ job, environmentId, refusal }: QueuedJob): boolean {
    const isTooSlow = (text: string) => this.#tooSlow.has(nameOf(environmentId, text));
    const textIndex = this.#tooSlow.isEmpty ? -1 : job.texts.findIndex(isTooSlow);
    const outcome = textIndex < 0 ? refusal() : { textIndex, reason: this.#refusedAsSlow() };
    if (outcome) job.settle(outcome, 0);
    return outcome !== undefined;
  }

  #refusedAsSlow(): string {
    return `took longer than ${this.#taskTimeoutMs} ms ${MAX_TOO_SLOW} times in the last minutes; it is not tried for 5 minutes`;
  }

  /** Counts texts that took too long; a success resets the count. */
  note(environmentId: string, job: RenderJob, outcome: TextOutcome): void {
    if (!("reason" in outcome)) {
      if (this.#tooSlow.isEmpty) return;
      for (const text of job.texts) this.#tooSlow.forget(nameOf(environmentId, text));
    } else if (outcome.isTooSlow && outcome.textIndex !== undefined) {
      this.#tooSlow.add(nameOf(environmentId, job.texts[outcome.textIndex] ?? ""));
    }
  }

  /** Too many terminated threads have not ended yet and may use all processors: tries again after some seconds. */
  #waitForThreads(): void {
    setTimeout(() => {
      if (!this.#isFull()) return this.#dispatch();
      for (const { job } of this.#queue.clear())
        job.settle({ reason: "could not be rendered: no thread is free" }, 0);
    }, THREADS_WAIT_MS);
  }
}

const THREADS_WAIT_MS = 5_000;

function nameOf(environmentId: string, text: string): string {
  return `${environmentId}|${sha256(text).toString("base64")}`;
}
