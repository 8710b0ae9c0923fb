import { systemTime, type Time } from "../foundation/clock.ts";
import { MachineFailure } from "../sandbox/machine-failure.ts";
import { StuckThreads } from "../sandbox/stuck-threads.ts";
import type { ThreadState } from "../sandbox/thread-state.ts";
import type { ReadThreadTime } from "../sandbox/thread-time.ts";
import { RenderPool } from "./render-pool.ts";
import type { Rendered, RenderLimits, RenderTask, Unrendered } from "./render-task.ts";
import { renderedAtOnce, renderOn } from "./render-tasks.ts";

export type { Escape } from "./engine.ts";
export { inspectTemplate } from "./inspect-template.ts";
export {
  areRendered,
  machineFailureIn,
  type Rendered,
  type RenderLimits,
  type RenderTask,
  type TimeBudget,
  type Unrendered,
} from "./render-task.ts";
export type { Json } from "./template-strings.ts";

export type Templates = {
  /** Call it with whole batches. Results are in the order of the tasks. */
  render(tasks: readonly RenderTask[], limits?: RenderLimits): Promise<(Rendered | Unrendered)[]>;
  /** The results, if no task needs a thread; otherwise undefined. */
  renderAtOnce(tasks: readonly RenderTask[]): Rendered[] | undefined;
  /** Starts a thread before there is work for it. */
  startOne(): void;
  /**
   * Resolves when a thread is ready: what is limited by elapsed time begins after that.
   * @throws MachineFailure when none has started within the time that texts wait.
   */
  untilReady(): Promise<void>;
  /** For the metrics. */
  threads(): ThreadState;
  /** Waits for running tasks, then ends the threads; `render` rejects from now on. */
  close(): Promise<void>;
};

export type TemplatesOptions = {
  threads?: number;
  /** Processor time of one task in milliseconds; default 500. */
  budgetMs?: number;
  memoryMb?: number;
  /** How long texts wait while no thread is ready; default 10 s. */
  maxWaitMs?: number;
  stuck?: StuckThreads;
  time?: Time;
  /** Tests replace these. */
  readTime?: ReadThreadTime;
  guardFactor?: number;
};

/**
 * Renders Liquid in threads. A template cannot read files, prototypes or environment variables; a template that uses up its
 * processor time or memory fails alone; if its thread must be terminated, a new one continues with the other work.
 */
export function createTemplates(options: TemplatesOptions = {}): Templates {
  const {
    threads = 2,
    budgetMs = 500,
    memoryMb = 64,
    stuck = new StuckThreads(),
    time = systemTime,
  } = options;
  const { maxWaitMs, readTime, guardFactor } = options;
  const pool = new RenderPool({ threads, budgetMs, memoryMb, stuck, maxWaitMs, readTime, guardFactor });
  const pending = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    async render(tasks, limits = {}) {
      if (isClosed) throw new MachineFailure("stopping", "the templates are closed, nothing can be rendered");
      const rendering = renderOn({ pool, time }, tasks, limits);
      pending.add(rendering);
      return rendering.finally(() => pending.delete(rendering));
    },
    renderAtOnce: (tasks) => {
      const results = tasks.map(renderedAtOnce);
      return results.every((one) => one !== undefined) ? results : undefined;
    },
    startOne: () => pool.startOne(),
    untilReady: () => pool.untilReady(),
    threads: () => pool.state(),
    async close() {
      isClosed = true;
      const waiting = new AbortController();
      await Promise.race([Promise.allSettled(pending), time.sleep(CLOSING_MS, waiting.signal)]);
      waiting.abort();
      await pool.close();
    },
  };
}

/** How long `close` waits for running tasks. */
const CLOSING_MS = 5_000;
