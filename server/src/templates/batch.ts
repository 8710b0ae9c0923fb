import type { ZoneFiles } from "../calendar/zones/zone-files.ts";
import type { Escape } from "./engine.ts";

/** A task as it is sent to the thread; numbers are indexes into the lists of its batch. */
export type PackedTask = {
  texts: readonly number[];
  /** The list of its variables' names. */
  names: number;
  /** The part of each of these variables. */
  scope: readonly number[];
  escape: Escape;
  /** HTML is sanitized after rendering. */
  isSanitized: boolean;
};

/** One message to the thread. */
export type TextBatch = {
  number: number;
  texts: readonly string[];
  /** The names of variables, in lists that tasks share. A list, because a name may be `__proto__`. */
  names: readonly (readonly string[])[];
  /** Variables as JSON texts; a variable shared by several tasks is sent once. */
  parts: readonly string[];
  tasks: readonly PackedTask[];
};

/** The result of a task: its rendered texts, or the reason, in which text, and whether it used up its processor time. */
export type TextOutcome = readonly string[] | { textIndex?: number; reason: string; isTooSlow?: true };

/** The results of a batch, in order; several answers per batch when the texts are large or rendering is slow. */
export type Answer = {
  number: number;
  outcomes: readonly TextOutcome[];
  /** The processor time of each task, in milliseconds. */
  usedMs: readonly number[];
  /** The thread is ready for the next batch. Tasks of this batch that were not started have no outcome. */
  isLast: boolean;
};

/** The thread's position, in shared memory. It identifies the current task when the thread hangs or crashes. */
export const PROGRESS = {
  batch: 0,
  /** 0 between tasks, else index + 1. */
  task: 1,
  textIndex: 2,
} as const;
export const PROGRESS_BYTES = 3 * Int32Array.BYTES_PER_ELEMENT;

/** The `workerData` of a thread. */
export type ThreadSetup = { progress: Int32Array; budgetMs: number; zones: ZoneFiles };
