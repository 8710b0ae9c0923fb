import type { Json } from "../foundation/json.ts";
import { looselyEqual } from "./values.ts";

/**
 * What one evaluation, or all evaluations of one run, may still look at. Payloads choose both sides of a search, and V8
 * needs up to the product of the lengths: 28 seconds to miss a text of 100,000 characters in one of 1,000,000 (Node 20).
 * 20 million units take 10 to 30 ms of the main thread, and let a rule look for 75 characters in a payload of 256 KiB.
 */
export type Work = { left: number };

const MAX_UNITS_OF_EVALUATION = 20_000_000;
const MAX_UNITS_OF_RUN = 60_000_000;
/** Comparing two values (two dates take 1.3 µs) costs about what 2,000 characters of a search do. */
const ITEM_UNITS = 2_000;
/** Finding the operands of one comparison. */
const COMPARISON_UNITS = 500;

export const TOO_MUCH_WORK = "it looks through too much text or too many items";

/** The work of one run in a worker's hands. */
export function workOfRun(): Work {
  return { left: MAX_UNITS_OF_RUN };
}

/** The work of one evaluation, taken out of its run's. */
export function newWork(ofRun: Work = workOfRun()): Work {
  return { left: Math.min(MAX_UNITS_OF_EVALUATION, ofRun.left) };
}

/** Takes off the run's work what an evaluation has used; `before` is what the evaluation began with. */
export function settleWork(ofRun: Work | undefined, before: number, after: Work): void {
  if (ofRun) ofRun.left -= before - Math.max(after.left, 0);
}

/** What comparing these operands costs, whatever the operator: each is read once. */
export function affordComparison(operands: readonly Json[], work: Work): boolean {
  const chars = operands.reduce<number>((sum, one) => sum + (typeof one === "string" ? one.length : 0), 0);
  return afford(work, COMPARISON_UNITS + chars);
}

/** Takes the units off; false when they were not there, and then the answer of the evaluation is not used. */
function afford(work: Work, units: number): boolean {
  work.left -= units;
  return work.left >= 0;
}

export function holdsText(text: string, part: string, work: Work): boolean {
  return afford(work, (text.length + 1) * (part.length + 1)) && text.includes(part);
}

export function holdsItem(list: readonly Json[], item: Json, work: Work): boolean {
  return anyItem(list, (one) => looselyEqual(one, item), work);
}

export function anyItem(list: readonly Json[], isIt: (one: Json) => boolean, work: Work): boolean {
  return afford(work, list.length * ITEM_UNITS) && list.some(isIt);
}
