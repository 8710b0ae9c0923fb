import type { Json } from "../foundation/json.ts";
import { looselyEqual } from "./values.ts";

/**
 * The remaining work budget of one evaluation, or of all evaluations of one run. Payloads contain both sides of a search,
 * and V8 takes up to the product of the lengths: 28 s for 100,000 characters that are not in a text of 1,000,000
 * (Node 20). 20 million units take 10 to 30 ms of the main thread; they suffice to search 75 characters in a payload of
 * 256 KiB.
 */
export type Work = { left: number };

const MAX_UNITS_OF_EVALUATION = 20_000_000;
const MAX_UNITS_OF_RUN = 60_000_000;
/** Comparing two values (two dates take 1.3 µs) costs about as much as searching 2,000 characters. */
const ITEM_UNITS = 2_000;
/** The cost of resolving the operands of one comparison. */
const COMPARISON_UNITS = 500;

export const TOO_MUCH_WORK = "it looks through too much text or too many items";

/** The budget of one run. */
export function workOfRun(): Work {
  return { left: MAX_UNITS_OF_RUN };
}

/** The budget of one evaluation, limited by that of its run. */
export function newWork(ofRun: Work = workOfRun()): Work {
  return { left: Math.min(MAX_UNITS_OF_EVALUATION, ofRun.left) };
}

/** Subtracts what an evaluation has used from the run's budget; `before` is the evaluation's budget at its start. */
export function settleWork(ofRun: Work | undefined, before: number, after: Work): void {
  if (ofRun) ofRun.left -= before - Math.max(after.left, 0);
}

/** Charges the basic cost of a comparison: each operand is read once. */
export function affordComparison(operands: readonly Json[], work: Work): boolean {
  const chars = operands.reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? value.length : 0),
    0,
  );
  return afford(work, COMPARISON_UNITS + chars);
}

/** Charges the units; false when the budget is exceeded, and then the result of the evaluation is discarded. */
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
