import { Counts } from "../foundation/counts.ts";
import { RecentFailures } from "../foundation/recent-failures.ts";
import { sha256 } from "../foundation/secrets.ts";
import { FairQueue } from "../sandbox/fair-queue.ts";
import { StuckThreads } from "../sandbox/stuck-threads.ts";
import { stateOf, type ThreadState } from "../sandbox/thread-state.ts";
import type { Outcome } from "./batch.ts";
import type { Job } from "./render-request.ts";
import { RenderThread } from "./render-thread.ts";
import type { ThreadLimits } from "./start-worker.ts";

/** A job in the queue, and whether it may still be rendered. */
export type QueuedJob = { job: Job; environmentId: string; refusal: () => Outcome | undefined };

/** Jobs that travel together at most; a turn ends by time long before it ends by number. */
const MAX_TOGETHER = 250;
/** A text that took too long so often, without a good rendering in between, is not rendered for some minutes. */
const MAX_TOO_SLOW = 3;

/**
 * Render threads and what waits for them. Environments take turns, and where there are several threads one environment
 * does not have all of them at once.
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

  /** The next jobs of the next environment that may have one more thread; what may not be rendered is settled. */
  #next(): { environmentId: string; jobs: QueuedJob[] } | undefined {
    const mayHave = Math.max(1, this.#threads.length - 1);
    const isAllowed = (id: string) => this.#busy.of(id) < mayHave;
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
    const leaf = job.texts.findIndex((text) => this.#tooSlow.has(nameOf(environmentId, text)));
    const outcome = leaf < 0 ? refusal() : { leaf, reason: this.#refusedAsSlow() };
    if (outcome) job.settle(outcome, 0);
    return outcome !== undefined;
  }

  #refusedAsSlow(): string {
    return `took longer than ${this.#taskTimeoutMs} ms ${MAX_TOO_SLOW} times in the last minutes; it is not tried for 5 minutes`;
  }

  /** Remembers which text took too long; one good rendering forgets it. */
  note(environmentId: string, job: Job, outcome: Outcome): void {
    if (!("reason" in outcome)) {
      if (this.#tooSlow.isEmpty) return;
      for (const text of job.texts) this.#tooSlow.forget(nameOf(environmentId, text));
    } else if (outcome.isTooSlow && outcome.leaf !== undefined) {
      this.#tooSlow.add(nameOf(environmentId, job.texts[outcome.leaf] ?? ""));
    }
  }

  /** Threads that were ended and have not ended use all processors there may be: what waits is looked at again soon. */
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
