/**
 * Limits of one template. They are small because of a measurement (Node 20.20): a worker thread at its heap limit ends
 * alone only while it grows in small steps. ONE allocation of more than about 16 MB beyond the limit (a flattened 256 MB
 * string, an array of 30 million items) aborts the whole process with signal 6. So everything that a template can create
 * in one step is smaller: an array of 1,500,000 items is 12 MB, a text of 1,000,000 characters is 2 MB.
 */
export const MAX_TEMPLATE_CHARS = 100_000;
/** Outputs and tags. Inspecting 5,000 took 50 ms of the main thread (200 ms the first time), so the limit is lower. */
const MAX_TEMPLATE_MARKS = 2_000;
/** The rendered text of one task, and any value of a filter or a capture. */
export const MAX_TEXT_CHARS = 1_000_000;
/** The HTML of a mail with inlined CSS: a long rule for many elements multiplies it. */
export const MAX_PREPARED_CHARS = 2 * MAX_TEXT_CHARS;
/** Characters and list items that all filters and outputs of one text may create together. */
export const MAX_WORK_UNITS = 1_500_000;
/** One variable (`payload`, `steps`, …) as JSON text. */
export const MAX_VARIABLE_CHARS = 2_000_000;
/** Templates and variables in one message; more are sent in several messages. */
export const MAX_MESSAGE_CHARS = 4_000_000;
/** How deep a control value may nest. */
export const MAX_DEPTH = 64;

/** The start of outputs and tags. */
const MARKS = /\{[{%]/g;

export function countMarks(text: string): number {
  return text.match(MARKS)?.length ?? 0;
}

export const TOO_LONG = "is longer than 100,000 characters";

/** Why a text is too large to be a template; undefined when it is not. */
export function oversizeReason(text: string): string | undefined {
  if (text.length > MAX_TEMPLATE_CHARS) return TOO_LONG;
  if (countMarks(text) > MAX_TEMPLATE_MARKS) return "has more than 2,000 outputs and tags";
  return undefined;
}

export class TooMuchText extends Error {
  constructor() {
    super("makes more than 1,000,000 characters");
  }
}

/**
 * Throws when the text of a value would be too long. A list that contains a list ten times is counted ten times, as
 * printing it would cost; this stops the doubling of lists before they are printed.
 */
export function assertLight(value: unknown): void {
  if (typeof value === "string" ? value.length > MAX_TEXT_CHARS : weigh(value, MAX_TEXT_CHARS) < 0) {
    throw new TooMuchText();
  }
}

/** The rest of the budget after the value; below zero as soon as it is used up. */
function weigh(value: unknown, budget: number): number {
  if (typeof value === "string") return budget - value.length - 1;
  if (!Array.isArray(value)) return budget - 1;
  let left = budget - 1;
  for (let index = 0; index < value.length && left >= 0; index++) left = weigh(value[index], left);
  return left;
}
