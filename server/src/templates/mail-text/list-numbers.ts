import type { DomNode } from "html-to-text";

type Attributes = DomNode["attribs"];

/** Larger numbers are no numbers of items (HTML, 4.4.5: programs may have a limit). */
const WHOLE_NUMBER = /^\s*([+-]?\d{1,9})(?!\d)/;
const LETTERS = 26;
const A = 97;
const ROMAN = [
  ...([
    [1_000, "m"],
    [900, "cm"],
    [500, "d"],
    [400, "cd"],
    [100, "c"],
    [90, "xc"],
    [50, "l"],
  ] as const),
  ...([
    [40, "xl"],
    [10, "x"],
    [9, "ix"],
    [5, "v"],
    [4, "iv"],
    [1, "i"],
  ] as const),
] as const;
const MAX_ROMAN = 3_999;

/** The numbers of an ordered list's items: `start`, `reversed`, `type`, and the items' own `value`. */
export function numbersOf(list: Attributes = {}, items: readonly Attributes[]): string[] {
  const step = "reversed" in list ? -1 : 1;
  let next = wholeNumber(list.start) ?? (step < 0 ? items.length : 1);
  return items.map((item = {}) => {
    const number = wholeNumber(item.value) ?? next;
    next = number + step;
    return written(number, item.type ?? list.type);
  });
}

function wholeNumber(text = ""): number | undefined {
  const digits = WHOLE_NUMBER.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Numbers that letters or Roman numerals cannot write are written in digits, as browsers do. */
function written(number: number, type = "1"): string {
  if (number < 1) return String(number);
  if (type === "a" || type === "A") return inCaseOf(type, letters(number));
  if ((type === "i" || type === "I") && number <= MAX_ROMAN) return inCaseOf(type, roman(number));
  return String(number);
}

function inCaseOf(type: string, text: string): string {
  return type === type.toUpperCase() ? text.toUpperCase() : text;
}

/** a to z, aa, ab … */
function letters(number: number): string {
  const rest = number - 1;
  const last = String.fromCharCode(A + (rest % LETTERS));
  return rest < LETTERS ? last : letters(Math.floor(rest / LETTERS)) + last;
}

function roman(number: number): string {
  let rest = number;
  let text = "";
  for (const [value, numeral] of ROMAN) {
    text += numeral.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return text;
}
