import { Context, type Liquid, type Template } from "liquidjs";
import { createEngine, type Escape } from "./engine.ts";
import { countMarks, oversizeReason } from "./limits.ts";
import type { RenderBudget } from "./render-budget.ts";
import { beginSearchWork } from "./search-work.ts";

/**
 * A parsed template takes 1.6 kB per output or tag, so this is about 11 MB for each of the thread's three caches; 280
 * templates of 300 characters fit. Length counts too, because one tag can have a hundred filters.
 */
const MAX_WEIGHT = 7_000;
const CHARS_LIKE_A_MARK = 20;

type Entry = { parsed: Template[]; weight: number };

/** An engine and an LRU cache of its parsed templates. */
export class TemplateCache {
  readonly #engine: Liquid;
  readonly #entries = new Map<string, Entry>();
  #weight = 0;

  constructor(escaping: Escape) {
    this.#engine = createEngine(escaping);
  }

  /** Throws Liquid's errors; Liquid checks the budget between its steps, but not within a filter. */
  render(text: string, scope: object, budget: RenderBudget): string {
    const parsed = this.#parsed(text);
    beginSearchWork();
    const { options } = this.#engine;
    const limits = { renderLimit: budget.limiter, liquid: this.#engine };
    return String(this.#engine.renderSync(parsed, new Context(scope, options, { sync: true }, limits)));
  }

  #parsed(text: string): Template[] {
    const known = this.#entries.get(text);
    if (known === undefined) return this.#parse(text);
    this.#entries.delete(text);
    this.#entries.set(text, known);
    return known.parsed;
  }

  #parse(text: string): Template[] {
    const oversize = oversizeReason(text);
    if (oversize !== undefined) throw new Error(oversize);
    const entry = {
      parsed: this.#engine.parse(text),
      weight: countMarks(text) + text.length / CHARS_LIKE_A_MARK,
    };
    this.#entries.set(text, entry);
    this.#weight += entry.weight;
    this.#forget();
    return entry.parsed;
  }

  #forget(): void {
    for (const [text, { weight }] of this.#entries) {
      if (this.#weight <= MAX_WEIGHT) return;
      this.#entries.delete(text);
      this.#weight -= weight;
    }
  }
}
