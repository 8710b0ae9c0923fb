import type { Json } from "../foundation/json.ts";
import { looselyEqual } from "./values.ts";

/**
 * What one evaluation may still look at. Payloads choose both sides of a search, and V8 needs up to the product of
 * the lengths: 28 seconds to miss a text of 100,000 characters in one of 1,000,000 (Node 20). 100 million units take
 * 50 to 150 ms, and still let a rule look for nearly 100 characters in a payload of 1 MB.
 */
export type Work = { left: number };

const MAX_WORK_UNITS = 100_000_000;
/** Comparing two values (two dates take 1.3 µs) costs about what 2,000 characters of a search do. */
const ITEM_UNITS = 2_000;

export const TOO_MUCH_WORK = "it looks through too much text or too many items";

export function newWork(): Work {
  return { left: MAX_WORK_UNITS };
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
