import type { MachineFailure } from "../sandbox/machine-failure.ts";
import type { Escape } from "./engine.ts";
import type { Json } from "./template-strings.ts";

/** A set of control values: every string in `value` is a template; the rest is kept. */
export type RenderTask = {
  value: Json;
  scope: Record<string, unknown>;
  escape: Escape;
  /** HTML is sanitized after rendering: for in-app content. */
  isSanitized?: boolean;
  /** Shared by all tasks of one run: rendering subtracts the processor time used, and fails once nothing is left. */
  budget?: TimeBudget;
};
/** Processor time in milliseconds. */
export type TimeBudget = { leftMs: number };
export type SizeBudget = { leftChars: number };

/** `reason` is one sentence with the path of the template: a fact about the task. */
export type Rendered = { ok: true; value: Json } | { ok: false; reason: string };

/**
 * The task was not rendered, which says nothing about it: the call's time or size was used up before its turn, or the machine
 * failed. It can be rendered by another call.
 */
export type Unrendered = { isLeft: true; failure?: MachineFailure };

/** Whether all texts were rendered, or failed by themselves. */
export function areRendered(results: readonly (Rendered | Unrendered)[]): results is Rendered[] {
  return results.every((result) => !("isLeft" in result));
}

/** The failure of the machine because of which texts are left. */
export function machineFailureIn(results: readonly (Rendered | Unrendered)[]): MachineFailure | undefined {
  return results.flatMap((result) => ("isLeft" in result && result.failure) || []).at(0);
}

export type RenderLimits = {
  /** Whose templates: environments take turns. */
  environmentId?: string;
  /** By the monotonic clock: tasks that have not started by then are left. */
  deadlineMs?: number;
  /** The remaining characters; rendering subtracts its result, and tasks that start with none left are left. */
  size?: SizeBudget;
};
