import type { Answer, PackedTask, TextBatch, TextOutcome } from "./batch.ts";
import type { Escape } from "./engine.ts";
import { isTooSlow, reasonFor } from "./failure.ts";
import { MAX_TEXT_CHARS, TooMuchText } from "./limits.ts";
import { sanitizeHtml } from "./sanitize-html.ts";
import { TemplateCache } from "./template-cache.ts";
import { isTemplate } from "./template-strings.ts";

/** Reports the thread's position before each text, and sends outcomes. */
export type Progress = {
  at(task: number, textIndex: number): void;
  /** No more tasks of this batch are started; the last answer follows. */
  done(): void;
  answer(answer: Omit<Answer, "number">): void;
};

/** Outcomes are sent after this time, so that a task that hangs later does not discard finished work. */
const ANSWER_AFTER_MS = 20;
/** After this time the thread starts no more tasks of the batch, so that another environment has its turn. */
const TURN_MS = 50;

/** Renders a batch in the thread: task by task, text by text. */
export class BatchRenderer {
  readonly #caches: Record<Escape, TemplateCache> = {
    none: new TemplateCache("none"),
    html: new TemplateCache("html"),
  };
  readonly #taskTimeoutMs: number;

  constructor(taskTimeoutMs: number) {
    this.#taskTimeoutMs = taskTimeoutMs;
  }

  render(batch: TextBatch, progress: Progress): void {
    const parts: unknown[] = [];
    const startMs = performance.now();
    let unsent: { outcomes: TextOutcome[]; tookMs: number[]; chars: number } = nothing();
    let answeredMs = startMs;
    for (const [index, task] of batch.tasks.entries()) {
      const beginMs = performance.now();
      if (beginMs - startMs > TURN_MS) break;
      const outcome = this.#renderTask(task, { batch, parts }, (textIndex) => progress.at(index, textIndex));
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

  #renderTask(task: PackedTask, work: RenderWork, at: (textIndex: number) => void): TextOutcome {
    const untilMs = performance.now() + this.#taskTimeoutMs;
    const texts: string[] = [];
    let textIndex = 0;
    try {
      at(textIndex);
      const scope = scopeOf(task, work);
      for (const number of task.texts) {
        at(textIndex);
        const text = work.batch.texts[number] as string;
        texts.push(this.#renderText(task, { text, scope, untilMs }));
        textIndex++;
      }
      if (lengthOf(texts) > MAX_TEXT_CHARS) throw new TooMuchText();
      return texts;
    } catch (error) {
      const reason = reasonFor(error, this.#taskTimeoutMs);
      return isTooSlow(error) ? { textIndex, reason, isTooSlow: true } : { textIndex, reason };
    }
  }

  #renderText(task: PackedTask, { text, scope, untilMs }: Piece): string {
    // A copy, because {% increment %} writes into its scope.
    const own = Object.assign(Object.create(null), scope);
    const rendered = isTemplate(text)
      ? this.#caches[task.escape].render(text, own, untilMs - performance.now())
      : text;
    return task.isSanitized ? sanitizeHtml(rendered) : rendered;
  }
}

/** The current batch, with the variables parsed so far. */
type RenderWork = { batch: TextBatch; parts: unknown[] };

/** The current text. */
type Piece = { text: string; scope: object; untilMs: number };

function nothing() {
  return { outcomes: [], tookMs: [], chars: 0 };
}

/** Without a prototype, so that `constructor` and `__proto__` can be variables. */
function scopeOf(task: PackedTask, work: RenderWork): object {
  const scope: Record<string, unknown> = Object.create(null);
  const names = work.batch.names[task.names] as readonly string[];
  for (const [index, part] of task.scope.entries()) {
    if (!(part in work.parts)) work.parts[part] = JSON.parse(work.batch.parts[part] as string);
    scope[names[index] as string] = work.parts[part];
  }
  return scope;
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
