import { Drop } from "liquidjs";

/**
 * Marks around the values in a rendered text, for texts whose mark-up depends on the vendor that gets them: who that is may be known
 * only when the message is sent, after rendering. Unicode reserves these two characters for the inside of programs
 * (https://www.unicode.org/faq/private_use.html#nonchar1); a value cannot contain them.
 */
const OPEN = "\ufdd0";
const CLOSE = "\ufdd1";
const MARKS = /[\ufdd0\ufdd1]/g;

/** The value between marks. */
export function marked(value: string): string {
  const plain = withoutMarks(value);
  return plain === "" ? "" : OPEN + plain + CLOSE;
}

function withoutMarks(text: string): string {
  return text.replace(MARKS, "");
}

/** Where a value stands in a text: from the first character, up to the character behind it. */
export type ValueRange = [start: number, end: number];

/** With more values than this, the whole text counts as one. */
const MAX_RANGES = 10_000;

/** The text without its marks, and its values in their order. */
export function readMarks(text: string): { text: string; values: ValueRange[] } {
  const values: ValueRange[] = [];
  const pieces = text.split(/([\ufdd0\ufdd1])/);
  let length = 0;
  let start: number | undefined;
  for (const piece of pieces) {
    if (piece === OPEN) start ??= length;
    else if (piece === CLOSE) start = end(values, start, length);
    else length += piece.length;
  }
  end(values, start, length);
  const plain = withoutMarks(text);
  return { text: plain, values: values.length <= MAX_RANGES ? values : [[0, plain.length]] };
}

function end(values: ValueRange[], start: number | undefined, length: number): undefined {
  const last = values.at(-1);
  if (start === undefined || start === length) return undefined;
  if (last?.[1] === start) last[1] = length;
  else values.push([start, length]);
  return undefined;
}

/**
 * What `capture` collected: plain text for conditions and filters. As an output it is one value, unless the output ends with `raw`:
 * then it is the author's text with the values inside.
 */
export class CapturedText extends Drop {
  readonly #marked: string;

  constructor(text: string) {
    super();
    this.#marked = text;
  }

  static markedIn(value: unknown): string | undefined {
    return value instanceof CapturedText ? value.#marked : undefined;
  }

  override valueOf(): string {
    return withoutMarks(this.#marked);
  }

  /** For the filter `size`. */
  get length(): number {
    return this.valueOf().length;
  }

  override toString(): string {
    return this.valueOf();
  }

  toJSON(): string {
    return this.valueOf();
  }

  override liquidMethodMissing(key: string | number): number | undefined {
    return key === "size" ? this.length : undefined;
  }
}
