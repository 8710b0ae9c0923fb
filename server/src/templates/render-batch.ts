import { systemTime } from "../foundation/clock.ts";
import { ProcessorMeter } from "../sandbox/processor-meter.ts";
import { tooSlow } from "../sandbox/thread-failure.ts";
import type { Answer, PackedTask, TextBatch, TextOutcome } from "./batch.ts";
import type { Escape } from "./engine.ts";
import { reasonFor } from "./failure.ts";
import { MAX_TEXT_CHARS, TooMuchText } from "./limits.ts";
import { RenderBudget } from "./render-budget.ts";
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
    marks: new TemplateCache("marks"),
  };
  readonly #meter = new ProcessorMeter();
  readonly #budgetMs: number;

  constructor(budgetMs: number) {
    this.#budgetMs = budgetMs;
  }

  render(batch: TextBatch, progress: Progress): void {
    const parts: unknown[] = [];
    const startMs = systemTime.monotonicMs();
    let unsent: { outcomes: TextOutcome[]; usedMs: number[]; chars: number } = nothing();
    let answeredMs = startMs;
    for (const [index, task] of batch.tasks.entries()) {
      if (systemTime.monotonicMs() - startMs > TURN_MS) break;
      const spent = this.#meter.begin();
      const budget = new RenderBudget(this.#budgetMs, spent);
      const outcome = this.#renderTask(task, { batch, parts, budget }, (textIndex) =>
        progress.at(index, textIndex),
      );
      const endMs = systemTime.monotonicMs();
      unsent.outcomes.push(outcome);
      unsent.usedMs.push(spent());
      if (Array.isArray(outcome)) unsent.chars += lengthOf(outcome);
      if (unsent.chars <= MAX_TEXT_CHARS && endMs - answeredMs < ANSWER_AFTER_MS) continue;
      progress.answer({ outcomes: unsent.outcomes, usedMs: unsent.usedMs, isLast: false });
      unsent = nothing();
      answeredMs = endMs;
    }
    progress.done();
    progress.answer({ outcomes: unsent.outcomes, usedMs: unsent.usedMs, isLast: true });
  }

  #renderTask(task: PackedTask, work: RenderWork, at: (textIndex: number) => void): TextOutcome {
    const texts: string[] = [];
    let textIndex = 0;
    try {
      at(textIndex);
      const scope = scopeOf(task, work);
      for (const number of task.texts) {
        at(textIndex);
        const text = work.batch.texts[number] as string;
        texts.push(this.#renderText(task, { text, scope, budget: work.budget }));
        textIndex++;
      }
      if (lengthOf(texts) > MAX_TEXT_CHARS) throw new TooMuchText();
      return texts;
    } catch (error) {
      const { exceededMs } = work.budget;
      if (exceededMs === undefined) return { textIndex, reason: reasonFor(error) };
      return { textIndex, reason: tooSlow(exceededMs, this.#budgetMs), isTooSlow: true };
    }
  }

  #renderText(task: PackedTask, { text, scope, budget }: Piece): string {
    // A copy, because {% increment %} writes into its scope.
    const own = Object.assign(Object.create(null), scope);
    const rendered = isTemplate(text) ? this.#caches[task.escape].render(text, own, budget) : text;
    return task.isSanitized ? sanitizeHtml(rendered) : rendered;
  }
}

/** The current batch, with the variables parsed so far, and the budget of the current task. */
type RenderWork = { batch: TextBatch; parts: unknown[]; budget: RenderBudget };

/** The current text. */
type Piece = { text: string; scope: object; budget: RenderBudget };

function nothing() {
  return { outcomes: [], usedMs: [], chars: 0 };
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
