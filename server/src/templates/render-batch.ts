import type { Answer, Batch, Outcome, PackedTask } from "./batch.ts";
import type { Escape } from "./engine.ts";
import { isTooSlow, reasonFor } from "./failure.ts";
import { MAX_TEXT_CHARS, TooMuchText } from "./limits.ts";
import { sanitizeHtml } from "./sanitize-html.ts";
import { TemplateCache } from "./template-cache.ts";
import { isTemplate } from "./template-strings.ts";

/** Reports where the thread is, before each leaf, and hands outcomes over. */
export type Progress = {
  at(task: number, leaf: number): void;
  /** No more tasks of this batch are begun; the last answer follows. */
  done(): void;
  answer(answer: Omit<Answer, "number">): void;
};

/** Outcomes are handed over after this time, so that a task that hangs later costs no finished work. */
const ANSWER_AFTER_MS = 20;
/** After this time the thread begins no more tasks of the batch, so that another environment has its turn. */
const TURN_MS = 50;

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
    const parts: unknown[] = [];
    const startMs = performance.now();
    let unsent: { outcomes: Outcome[]; tookMs: number[]; chars: number } = nothing();
    let answeredMs = startMs;
    for (const [index, task] of batch.tasks.entries()) {
      const beginMs = performance.now();
      if (beginMs - startMs > TURN_MS) break;
      const outcome = this.#renderTask(task, { batch, parts }, (leaf) => progress.at(index, leaf));
      const endMs = performance.now();
      unsent.outcomes.push(outcome);
      unsent.tookMs.push(endMs - beginMs);
      if (Array.isArray(outcome)) unsent.chars += lengthOf(outcome);
      if (unsent.chars <= MAX_TEXT_CHARS && endMs - answeredMs < ANSWER_AFTER_MS) continue;
      progress.answer({ outcomes: unsent.outcomes, tookMs: unsent.tookMs, isLast: false });
      unsent = nothing();
      answeredMs = endMs;
    }
    progress.done();
    progress.answer({ outcomes: unsent.outcomes, tookMs: unsent.tookMs, isLast: true });
  }

  #renderTask(task: PackedTask, work: Work, at: (leaf: number) => void): Outcome {
    const untilMs = performance.now() + this.#taskTimeoutMs;
    const texts: string[] = [];
    let leaf = 0;
    try {
      at(leaf);
      const scope = scopeOf(task, work);
      for (const number of task.leaves) {
        at(leaf);
        const text = work.batch.texts[number] as string;
        texts.push(this.#renderLeaf(task, { text, scope, untilMs }));
        leaf++;
      }
      if (lengthOf(texts) > MAX_TEXT_CHARS) throw new TooMuchText();
      return texts;
    } catch (error) {
      const reason = reasonFor(error, this.#taskTimeoutMs);
      return isTooSlow(error) ? { leaf, reason, isTooSlow: true } : { leaf, reason };
    }
  }

  #renderLeaf(task: PackedTask, { text, scope, untilMs }: Piece): string {
    // A copy, because {% increment %} writes into the scope it is given.
    const own = Object.assign(Object.create(null), scope);
    const rendered = isTemplate(text)
      ? this.#caches[task.escape].render(text, own, untilMs - performance.now())
      : text;
    return task.isSanitized ? sanitizeHtml(rendered) : rendered;
  }
}

/** A batch in hand: its variables read so far. */
type Work = { batch: Batch; parts: unknown[] };

/** One leaf in hand. */
type Piece = { text: string; scope: object; untilMs: number };

function nothing() {
  return { outcomes: [], tookMs: [], chars: 0 };
}

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
