import type { Escape } from "./engine.ts";

/** One task as it travels; the numbers point into the lists of its batch. */
export type PackedTask = {
  leaves: readonly number[];
  /** Variable name and the number of its part; pairs, because a name may be `__proto__`. */
  scope: readonly (readonly [name: string, part: number])[];
  escape: Escape;
  /** HTML is cleaned after rendering. */
  isSanitized: boolean;
};

/** What goes to the thread in one message. */
export type Batch = {
  number: number;
  texts: readonly string[];
  /** Variables as JSON texts, each once however many tasks share it. */
  parts: readonly string[];
  tasks: readonly PackedTask[];
};

/** What became of a task: its rendered leaves, or why not, in which leaf, and whether it took too long. */
export type Outcome = readonly string[] | { leaf?: number; reason: string; isTooSlow?: true };

/** What comes back, in order; several answers for one batch when the texts are large or the work is slow. */
export type Answer = {
  number: number;
  outcomes: readonly Outcome[];
  /** How long each of them took. */
  tookMs: readonly number[];
  /** The thread takes the next batch. Tasks of this one that were not begun by then have no outcome. */
  isLast: boolean;
};

/** Where the thread is, in memory both sides see. It is what names the culprit when the thread hangs or dies. */
export const PROGRESS = {
  isReady: 0,
  batch: 1,
  /** 0 between tasks, else index + 1. */ task: 2,
  leaf: 3,
} as const;
export const PROGRESS_BYTES = 4 * Int32Array.BYTES_PER_ELEMENT;

/** What a thread is born with. */
export type ThreadSetup = { progress: Int32Array; taskTimeoutMs: number };
