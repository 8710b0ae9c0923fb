import { performance } from "node:perf_hooks";
import type { Batch, Outcome, PackedTask } from "./batch.ts";
import type { Escape } from "./engine.ts";
import { isTooSlow, reasonFor } from "./failure.ts";
import { MAX_TEXT_CHARS, TooMuchText } from "./limits.ts";
import { TemplateCache } from "./template-cache.ts";

/** Told before each leaf and with every stretch of outcomes, so that whoever watches knows where we are. */
export type Progress = {
  at(task: number, leaf: number): void;
  /** All tasks are done; the last answer follows. */
  done(): void;
  answer(outcomes: readonly Outcome[]): void;
};

/** Outcomes are handed over after this time, so that a task that hangs later costs nobody's finished work. */
const ANSWER_AFTER_MS = 100;
/** The same text this often too slow in one batch fails its remaining tasks at once: 500 × 500 ms are four minutes. */
export const MAX_SLOW_IN_A_BATCH = 3;

/** What the thread does: task by task, leaf by leaf. */
export class BatchRenderer {
  readonly #caches: Record<Escape, TemplateCache> = {
    none: new TemplateCache("none"),
    html: new TemplateCache("html"),
  };
  readonly #taskTimeoutMs: number;

  constructor(taskTimeoutMs: number) {
    this.#taskTimeoutMs = taskTimeoutMs;
  }

  render(batch: Batch, progress: Progress): void {
    const work: Work = { batch, parts: [], slow: new Map() };
    let outcomes: Outcome[] = [];
    let chars = 0;
    let sinceMs = performance.now();
    for (const [index, task] of batch.tasks.entries()) {
      const outcome = this.#renderTask(task, work, (leaf) => progress.at(index, leaf));
      outcomes.push(outcome);
      if (Array.isArray(outcome)) chars += lengthOf(outcome);
      if (chars <= MAX_TEXT_CHARS && performance.now() - sinceMs < ANSWER_AFTER_MS) continue;
      progress.answer(outcomes);
      outcomes = [];
      chars = 0;
      sinceMs = performance.now();
    }
    progress.done();
    if (outcomes.length > 0) progress.answer(outcomes);
  }

  #renderTask(task: PackedTask, work: Work, at: (leaf: number) => void): Outcome {
    const untilMs = performance.now() + this.#taskTimeoutMs;
    const texts: string[] = [];
    let leaf = 0;
    try {
      at(leaf);
      const scope = scopeOf(task, work);
      for (const text of task.leaves) {
        at(leaf);
        texts.push(this.#renderLeaf(this.#caches[task.escape], { work, text, scope, untilMs }));
        leaf++;
      }
      if (lengthOf(texts) > MAX_TEXT_CHARS) throw new TooMuchText();
      return texts;
    } catch (error) {
      return { leaf, reason: reasonFor(error, this.#taskTimeoutMs) };
    }
  }

  #renderLeaf(cache: TemplateCache, leaf: Piece): string {
    const { work, text, scope, untilMs } = leaf;
    const slow = work.slow.get(text) ?? 0;
    if (slow >= MAX_SLOW_IN_A_BATCH) throw new Error("was too slow for others in the same batch");
    try {
      // A copy, because {% increment %} writes into the scope it is given.
      const own = Object.assign(Object.create(null), scope);
      return cache.render(work.batch.texts[text] as string, own, untilMs - performance.now());
    } catch (error) {
      if (isTooSlow(error)) work.slow.set(text, slow + 1);
      throw error;
    }
  }
}

/** A batch in hand: its variables read so far, and the texts that were too slow. */
type Work = { batch: Batch; parts: unknown[]; slow: Map<number, number> };

/** One leaf in hand; `text` is its number in the batch. */
type Piece = { work: Work; text: number; scope: object; untilMs: number };

/** Without a prototype, so that a variable called `constructor` or `__proto__` is a variable. */
function scopeOf(task: PackedTask, work: Work): object {
  const scope: Record<string, unknown> = Object.create(null);
  for (const [name, part] of task.scope) {
    if (!(part in work.parts)) work.parts[part] = JSON.parse(work.batch.parts[part] as string);
    scope[name] = work.parts[part];
  }
  return scope;
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
