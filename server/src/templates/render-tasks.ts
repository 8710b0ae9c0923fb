import type { Time } from "../foundation/clock.ts";
import { perObject } from "../foundation/per-object.ts";
import { MachineFailure } from "../sandbox/machine-failure.ts";
import type { TextOutcome } from "./batch.ts";
import { reasonAt } from "./failure.ts";
import { MAX_TEMPLATE_CHARS, TOO_LONG } from "./limits.ts";
import { renderPlain } from "./plain-outputs.ts";
import type { RenderPool } from "./render-pool.ts";
import type { QueuedJob, RenderJob, Settled } from "./render-request.ts";
import type { Rendered, RenderLimits, RenderTask, Unrendered } from "./render-task.ts";
import {
  fillTemplateStrings,
  findTemplateStrings,
  type Json,
  type TemplateString,
} from "./template-strings.ts";

const STRINGS_OF = {
  sanitized: perObject((value: object) => findTemplateStrings(value as Json, true)),
  plain: perObject((value: object) => findTemplateStrings(value as Json, false)),
};

/** The tasks of a batch have the same objects as their values. */
function templateStringsIn({ value, isSanitized = false }: RenderTask): TemplateString[] | undefined {
  if (value === null || typeof value !== "object") return findTemplateStrings(value, isSanitized);
  return STRINGS_OF[isSanitized ? "sanitized" : "plain"](value);
}

/** Renders tasks in the threads of a pool; those that need none, at once. Results are in the order of the tasks. */
export function renderOn(
  { pool, time }: { pool: RenderPool; time: Time },
  tasks: readonly RenderTask[],
  limits: RenderLimits,
): Promise<Result[]> {
  const { environmentId = "", size } = limits;
  return new Promise((resolve) => {
    const results: Result[] = new Array(tasks.length);
    const jobs: QueuedJob[] = [];
    for (const [index, task] of tasks.entries()) {
      const templateStrings = templateStringsIn(task);
      const known = withoutThread(task.value, templateStrings);
      if (known !== undefined || templateStrings === undefined) {
        if (known) results[index] = known;
        continue;
      }
      const refusal = () => refusalOf(task, limits, time);
      const texts = plainTexts(task, templateStrings);
      if (texts) {
        results[index] = resultOf(task, templateStrings, refusal() ?? texts);
        if (size) size.leftChars -= charsIn(texts);
        continue;
      }
      const settle = (outcome: Settled, usedMs: number) => {
        if (size && Array.isArray(outcome)) size.leftChars -= charsIn(outcome);
        if (task.budget) task.budget.leftMs -= usedMs;
        if (usedMs > 0 && isVerdict(outcome)) pool.note(environmentId, job, outcome);
        results[index] = resultOf(task, templateStrings, outcome);
        if (--waiting === 0) resolve(results);
      };
      const job = jobOf(task, templateStrings, settle);
      jobs.push({ job, environmentId, refusal });
    }
    let waiting = jobs.length;
    if (jobs.length === 0) resolve(results);
    else pool.send(environmentId, jobs);
  });
}

type Result = Rendered | Unrendered;

/** The outcome of a task that may not begin any more. */
function refusalOf(
  { budget }: RenderTask,
  { size, deadlineMs }: RenderLimits,
  time: Time,
): Settled | undefined {
  if (size && size.leftChars <= 0) return "left";
  if (deadlineMs !== undefined && time.monotonicMs() > deadlineMs) return "left";
  return budget && budget.leftMs <= 0 ? { reason: NO_TIME_LEFT } : undefined;
}

/** Undefined for a task that needs a thread. */
export function renderedAtOnce(task: RenderTask): Rendered | undefined {
  const templateStrings = templateStringsIn(task);
  const known = withoutThread(task.value, templateStrings);
  if (known !== undefined || templateStrings === undefined) return known;
  const texts = plainTexts(task, templateStrings);
  return texts && renderedOf(task, templateStrings, texts);
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

function isVerdict(outcome: Settled): outcome is TextOutcome {
  return outcome !== "left" && !(outcome instanceof MachineFailure);
}

function resultOf(task: RenderTask, templateStrings: readonly TemplateString[], outcome: Settled): Result {
  if (isVerdict(outcome)) return renderedOf(task, templateStrings, outcome);
  return outcome === "left" ? { isLeft: true } : { isLeft: true, failure: outcome };
}

const NO_TIME_LEFT = "cannot be rendered: the texts of this notification have used up their processor time";

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
  if ("reason" in outcome) {
    const path = outcome.textIndex === undefined ? undefined : templateStrings[outcome.textIndex]?.path;
    return { ok: false, reason: reasonAt(outcome.reason, path) };
  }
  return { ok: true, value: fillTemplateStrings(task.value, outcome[Symbol.iterator](), task.isSanitized) };
}
