import { RecentFailures } from "../foundation/recent-failures.ts";
import { sha256 } from "../foundation/secrets.ts";
import type { MachineFailure } from "../sandbox/machine-failure.ts";
import { ThreadPool } from "../sandbox/thread-pool.ts";
import type { ThreadState } from "../sandbox/thread-state.ts";
import type { TextOutcome } from "./batch.ts";
import type { QueuedJob, RenderJob } from "./render-request.ts";
import { RenderThread, type RenderThreadParts } from "./render-thread.ts";

export type RenderPoolParts = Omit<RenderThreadParts, "onChange"> & {
  threads: number;
  /** How long texts wait while no thread is ready; default 10 s. */
  maxWaitMs?: number | undefined;
};

/** Maximum of jobs per batch; a turn usually ends earlier by time. */
const MAX_TOGETHER = 250;
/** A text that used up its budget this many times, without a success in between, is not rendered for 5 minutes. */
const MAX_TOO_SLOW = 3;

/** The render threads, their queue, and the texts that are not rendered for a while. */
export class RenderPool {
  readonly #pool: ThreadPool<QueuedJob>;
  readonly #tooSlow = new RecentFailures(MAX_TOO_SLOW);
  readonly #budgetMs: number;

  constructor({ threads, maxWaitMs, ...parts }: RenderPoolParts) {
    this.#budgetMs = parts.budgetMs;
    this.#pool = new ThreadPool({
      threads: (onChange) => Array.from({ length: threads }, () => new RenderThread({ ...parts, onChange })),
      stuck: parts.stuck,
      maxTogether: MAX_TOGETHER,
      choose: (jobs) => this.#choose(jobs),
      refuse: ({ job }, failure: MachineFailure) => job.settle(failure, 0),
      maxWaitMs,
    });
  }

  startOne(): void {
    this.#pool.startOne();
  }

  untilReady(): Promise<void> {
    return this.#pool.untilReady();
  }

  send(environmentId: string, jobs: readonly QueuedJob[]): void {
    this.#pool.send(environmentId, jobs);
  }

  state(): ThreadState {
    return this.#pool.state();
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  /** Jobs that may not be rendered are settled. */
  #choose(queued: QueuedJob[]): { chosen: QueuedJob[]; rest: QueuedJob[] } {
    const chosen = queued.filter((one) => !this.#isRefused(one));
    const together = chosen[0]?.job.isSuspect ? 1 : Math.min(...chosen.map(({ job }) => job.maxTogether));
    return { rest: chosen.splice(together), chosen };
  }

  #isRefused({ job, environmentId, refusal }: QueuedJob): boolean {
    const isTooSlow = (text: string) => this.#tooSlow.has(nameOf(environmentId, text));
    const textIndex = this.#tooSlow.isEmpty ? -1 : job.texts.findIndex(isTooSlow);
    const outcome = textIndex < 0 ? refusal() : { textIndex, reason: this.#refusedAsSlow() };
    if (outcome) job.settle(outcome, 0);
    return outcome !== undefined;
  }

  #refusedAsSlow(): string {
    return `used more than ${this.#budgetMs} ms of processor time ${MAX_TOO_SLOW} times in the last minutes; it is not tried for 5 minutes`;
  }

  /** Counts texts that used up their budget; a success resets the count. */
  note(environmentId: string, job: RenderJob, outcome: TextOutcome): void {
    if (!("reason" in outcome)) {
      if (this.#tooSlow.isEmpty) return;
      for (const text of job.texts) this.#tooSlow.forget(nameOf(environmentId, text));
    } else if (outcome.isTooSlow && outcome.textIndex !== undefined) {
      this.#tooSlow.add(nameOf(environmentId, job.texts[outcome.textIndex] ?? ""));
    }
  }
}

function nameOf(environmentId: string, text: string): string {
  return `${environmentId}|${sha256(text).toString("base64")}`;
}
