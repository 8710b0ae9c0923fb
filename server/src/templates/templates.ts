import { setTimeout as sleep } from "node:timers/promises";
import { perObject } from "../foundation/per-object.ts";
import type { StuckThreads } from "../sandbox/stuck-threads.ts";
import type { ThreadState } from "../sandbox/thread-state.ts";
import type { TextOutcome } from "./batch.ts";
import type { Escape } from "./engine.ts";
import { reasonAt } from "./failure.ts";
import { MAX_TEMPLATE_CHARS, TOO_LONG } from "./limits.ts";
import { renderPlain } from "./plain-outputs.ts";
import { type QueuedJob, RenderPool } from "./render-pool.ts";
import type { RenderJob } from "./render-request.ts";
import {
  fillTemplateStrings,
  findTemplateStrings,
  type Json,
  type TemplateString,
} from "./template-strings.ts";

export type { Escape } from "./engine.ts";
export { inspectTemplate } from "./inspect-template.ts";
export type { Json } from "./template-strings.ts";

/** A set of control values: every string in `value` is a template; the rest is kept. */
export type RenderTask = {
  value: Json;
  scope: Record<string, unknown>;
  escape: Escape;
  /** HTML is sanitized after rendering: for in-app content. */
  isSanitized?: boolean;
  /** Shared by all tasks of one run: rendering subtracts the time used, and fails once nothing is left. */
  budget?: TimeBudget;
};
export type TimeBudget = { leftMs: number };
export type SizeBudget = { leftChars: number };

/**
 * `reason` is one sentence with the path of the template. Deferred: the call's time or size was used up before the task's
 * turn; it can be rendered by another call.
 */
export type Rendered = { ok: true; value: Json } | { ok: false; reason: string; isDeferred?: true };

export type RenderLimits = {
  /** Whose templates: environments take turns. */
  environmentId?: string;
  /** As `performance.now()`: tasks that have not started by then are deferred. */
  deadlineMs?: number;
  /** The remaining characters; rendering subtracts its result, and tasks that start with none left are deferred. */
  size?: SizeBudget;
};

export type Templates = {
  /** Call it with whole batches. Results are in the order of the tasks. */
  render(tasks: readonly RenderTask[], limits?: RenderLimits): Promise<Rendered[]>;
  /** For the metrics. */
  threads(): ThreadState;
  /** Waits for running tasks, then ends the threads; `render` rejects from now on. */
  close(): Promise<void>;
};

export type TemplatesOptions = {
  threads?: number;
  taskTimeoutMs?: number;
  memoryMb?: number;
  stuck?: StuckThreads;
};

/**
 * Renders Liquid in threads. A template cannot read files, prototypes or environment variables; a template that takes too
 * long or too much memory fails alone; if its thread must be terminated, a new one continues with the other work.
 */
export function createTemplates(options: TemplatesOptions = {}): Templates {
  const { threads = 2, taskTimeoutMs = 500, memoryMb = 64, stuck } = options;
  const pool = new RenderPool(threads, { taskTimeoutMs, memoryMb }, stuck);
  const pending = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    async render(tasks, limits = {}) {
      if (isClosed) throw new Error("the templates are closed, nothing can be rendered any more");
      const rendering = renderOn(pool, tasks, limits);
      pending.add(rendering);
      return rendering.finally(() => pending.delete(rendering));
    },
    threads: () => pool.state(),
    async close() {
      isClosed = true;
      await Promise.race([Promise.allSettled(pending), sleep(CLOSING_MS, undefined, { ref: false })]);
      await pool.close();
    },
  };
}

const STRINGS_OF = {
  sanitized: perObject((value: object) => findTemplateStrings(value as Json, true)),
  plain: perObject((value: object) => findTemplateStrings(value as Json, false)),
};

/** The tasks of a batch have the same objects as their values. */
function templateStringsIn({ value, isSanitized = false }: RenderTask): TemplateString[] | undefined {
  if (value === null || typeof value !== "object") return findTemplateStrings(value, isSanitized);
  return STRINGS_OF[isSanitized ? "sanitized" : "plain"](value);
}

/** How long `close` waits for running tasks. */
const CLOSING_MS = 5_000;

function renderOn(
  pool: RenderPool,
  tasks: readonly RenderTask[],
  { environmentId = "", deadlineMs = Number.POSITIVE_INFINITY, size }: RenderLimits,
): Promise<Rendered[]> {
  return new Promise((resolve) => {
    const results: Rendered[] = new Array(tasks.length);
    const jobs: QueuedJob[] = [];
    let waiting = 0;
    for (const [index, task] of tasks.entries()) {
      const templateStrings = templateStringsIn(task);
      const known = withoutThread(task.value, templateStrings);
      if (known !== undefined || templateStrings === undefined) {
        if (known) results[index] = known;
        continue;
      }
      const refusal = () => {
        if ((size && size.leftChars <= 0) || performance.now() > deadlineMs) return DEFERRED;
        return task.budget && task.budget.leftMs <= 0 ? { reason: NO_TIME_LEFT } : undefined;
      };
      const texts = plainTexts(task, templateStrings);
      if (texts) {
        results[index] = renderedOf(task, templateStrings, refusal() ?? texts);
        if (size) size.leftChars -= charsIn(texts);
        continue;
      }
      waiting++;
      const settle = (outcome: TextOutcome, tookMs: number) => {
        if (size && Array.isArray(outcome)) size.leftChars -= charsIn(outcome);
        if (task.budget) task.budget.leftMs -= tookMs;
        if (tookMs > 0) pool.note(environmentId, job, outcome);
        results[index] = renderedOf(task, templateStrings, outcome);
        if (--waiting === 0) resolve(results);
      };
      const job = jobOf(task, templateStrings, settle);
      jobs.push({ job, environmentId, refusal });
    }
    if (jobs.length === 0) resolve(results);
    else pool.send(environmentId, jobs);
  });
}

/** The texts of a task whose templates are all plain. */
function plainTexts(task: RenderTask, templateStrings: readonly TemplateString[]): string[] | undefined {
  const texts: string[] = [];
  for (const template of templateStrings) {
    const text = renderPlain(template, task);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts;
}

const DEFERRED = { reason: "was not begun in time" };
const NO_TIME_LEFT = "cannot be rendered: the texts of this notification have used up their time";

function charsIn(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

function jobOf(
  task: RenderTask,
  templateStrings: readonly TemplateString[],
  settle: RenderJob["settle"],
): RenderJob {
  const texts = templateStrings.map(({ text }) => text);
  return {
    texts,
    scope: task.scope,
    escape: task.escape,
    isSanitized: task.isSanitized ?? false,
    settle,
    isSuspect: false,
    maxTogether: Number.POSITIVE_INFINITY,
  };
}

/** The result of a task that needs no thread: it has no template, or one that is too long. */
function withoutThread(
  value: Json,
  templateStrings: readonly TemplateString[] | undefined,
): Rendered | undefined {
  if (templateStrings === undefined) return { ok: false, reason: "nests deeper than 64 levels" };
  if (templateStrings.length === 0) return { ok: true, value };
  const long = templateStrings.find(({ text }) => text.length > MAX_TEMPLATE_CHARS);
  return long && { ok: false, reason: reasonAt(TOO_LONG, long.path) };
}

function renderedOf(
  task: RenderTask,
  templateStrings: readonly TemplateString[],
  outcome: TextOutcome,
): Rendered {
  if (outcome === DEFERRED) return { ok: false, reason: DEFERRED.reason, isDeferred: true };
  if ("reason" in outcome) {
    const path = outcome.textIndex === undefined ? undefined : templateStrings[outcome.textIndex]?.path;
    return { ok: false, reason: reasonAt(outcome.reason, path) };
  }
  return { ok: true, value: fillTemplateStrings(task.value, outcome[Symbol.iterator](), task.isSanitized) };
}
