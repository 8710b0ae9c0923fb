import type { Context } from "liquidjs";

type Limiter = Context["renderLimit"];

/** The thread's time is not read more often than this, because reading takes 20 µs. */
const MIN_PAUSE_MS = 5;

/**
 * The processor time of a task, as the limit that LiquidJS checks before each of its steps. LiquidJS passes the elapsed time, which
 * is only the earliest moment at which the processor time can be used up.
 */
export class RenderBudget {
  readonly #budgetMs: number;
  readonly #spent: () => number;
  #readsAtMs: number | undefined;
  /** The processor time used, once the budget was exceeded. */
  exceededMs: number | undefined;

  constructor(budgetMs: number, spent: () => number) {
    this.#budgetMs = budgetMs;
    this.#spent = spent;
  }

  get limiter(): Limiter {
    return { use: () => {}, check: (nowMs) => this.#check(nowMs) } as Pick<
      Limiter,
      "use" | "check"
    > as Limiter;
  }

  /** @throws Error when the budget is used up. */
  #check(nowMs: number): void {
    this.#readsAtMs ??= nowMs + this.#budgetMs;
    if (nowMs < this.#readsAtMs) return;
    const usedMs = this.#spent();
    if (usedMs > this.#budgetMs) {
      this.exceededMs = usedMs;
      throw new Error("the processor time is used up");
    }
    this.#readsAtMs = nowMs + Math.max(MIN_PAUSE_MS, this.#budgetMs - usedMs);
  }
}
