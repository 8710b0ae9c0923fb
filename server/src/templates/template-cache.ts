import type { Liquid, Template } from "liquidjs";
import { createEngine, type Escape } from "./engine.ts";
import { countMarks, oversizeReason } from "./limits.ts";

/** Parsed templates take about 1 kB a mark, so this is some 20 MB: a third of what the thread has. */
const MAX_CACHED_MARKS = 20_000;

type Entry = { parsed: Template[]; marks: number };

/** One engine and its parsed templates, the least recently used forgotten first. */
export class TemplateCache {
  readonly #engine: Liquid;
  readonly #entries = new Map<string, Entry>();
  #marks = 0;

  constructor(escaping: Escape) {
    this.#engine = createEngine(escaping);
  }

  /** Throws Liquid's errors; `limitMs` is what Liquid checks between its steps, a filter's own loop runs on. */
  render(text: string, scope: object, limitMs: number): string {
    const parsed = this.#parsed(text);
    return String(this.#engine.renderSync(parsed, scope, { renderLimit: limitMs }));
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
    const entry = { parsed: this.#engine.parse(text), marks: countMarks(text) };
    this.#entries.set(text, entry);
    this.#marks += entry.marks;
    this.#forget();
    return entry.parsed;
  }

  #forget(): void {
    for (const [text, { marks }] of this.#entries) {
      if (this.#marks <= MAX_CACHED_MARKS) return;
      this.#entries.delete(text);
      this.#marks -= marks;
    }
  }
}
