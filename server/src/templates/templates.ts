import type { Outcome } from "./batch.ts";
import type { Escape } from "./engine.ts";
import { reasonAt } from "./failure.ts";
import { fillLeaves, findLeaves, type Json, type Leaf } from "./leaves.ts";
import { MAX_TEMPLATE_CHARS, TOO_LONG } from "./limits.ts";
import type { Job } from "./parcel.ts";
import { RenderThread } from "./render-thread.ts";

export type { Escape } from "./engine.ts";
export { inspectTemplate } from "./inspect-template.ts";
export type { Json } from "./leaves.ts";

/** One control value set to render: every string leaf of `value` is a template; the rest stays. */
export type RenderTask = { value: Json; scope: Record<string, unknown>; escape: Escape };
/** `reason` is one sentence naming what is wrong, with the leaf's path. */
export type Rendered = { ok: true; value: Json } | { ok: false; reason: string };
export type Templates = {
  /** Give it whole batches: one call is one message there and one back. Outcomes are in the order of the tasks. */
  render(tasks: readonly RenderTask[]): Promise<Rendered[]>;
  /** Waits for what is being rendered, then ends the threads; `render` rejects from now on. */
  close(): Promise<void>;
};

/**
 * Liquid in threads of its own. A template cannot read files, prototypes or environment variables; one that takes too
 * long or too much memory fails alone, with its thread if need be, and everybody else's work goes on in a new one.
 */
export function createTemplates(
  options: { threads?: number; taskTimeoutMs?: number; memoryMb?: number } = {},
): Templates {
  const { threads = 1, taskTimeoutMs = 500, memoryMb = 64 } = options;
  const pool = Array.from({ length: threads }, () => new RenderThread({ taskTimeoutMs, memoryMb }));
  const pending = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    async render(tasks) {
      if (isClosed) throw new Error("the templates are closed, nothing can be rendered any more");
      const rendering = renderOn(pool, tasks);
      pending.add(rendering);
      return rendering.finally(() => pending.delete(rendering));
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(pending);
      await Promise.all(pool.map((thread) => thread.close()));
    },
  };
}

function renderOn(pool: readonly RenderThread[], tasks: readonly RenderTask[]): Promise<Rendered[]> {
  return new Promise((resolve) => {
    const results: Rendered[] = new Array(tasks.length);
    const jobs: Job[] = [];
    const hangs = new Map<string, number>();
    let waiting = 0;
    for (const [index, task] of tasks.entries()) {
      const leaves = findLeaves(task.value);
      const known = withoutThread(task.value, leaves);
      if (known !== undefined) results[index] = known;
      else if (leaves !== undefined) {
        waiting++;
        const settle = (outcome: Outcome) => {
          results[index] = renderedOf(task.value, leaves, outcome);
          if (--waiting === 0) resolve(results);
        };
        const texts = leaves.map((leaf) => leaf.text);
        jobs.push({ texts, scope: task.scope, escape: task.escape, hangs, isSuspect: false, settle });
      }
    }
    if (jobs.length === 0) resolve(results);
    else leastLoaded(pool).send(jobs);
  });
}

/** The outcome of a task that needs no thread: it has no template, or one that is refused at sight. */
function withoutThread(value: Json, leaves: readonly Leaf[] | undefined): Rendered | undefined {
  if (leaves === undefined) return { ok: false, reason: "nests deeper than 64 levels" };
  if (leaves.length === 0) return { ok: true, value };
  const long = leaves.find(({ text }) => text.length > MAX_TEMPLATE_CHARS);
  return long && { ok: false, reason: reasonAt(TOO_LONG, long.path) };
}

function renderedOf(value: Json, leaves: readonly Leaf[], outcome: Outcome): Rendered {
  if ("reason" in outcome) {
    const path = outcome.leaf === undefined ? undefined : leaves[outcome.leaf]?.path;
    return { ok: false, reason: reasonAt(outcome.reason, path) };
  }
  return { ok: true, value: fillLeaves(value, outcome[Symbol.iterator]()) };
}

function leastLoaded(pool: readonly RenderThread[]): RenderThread {
  return pool.reduce((best, thread) => (thread.load < best.load ? thread : best));
}
