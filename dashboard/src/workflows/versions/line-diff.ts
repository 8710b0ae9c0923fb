import { type Change, diffLines, diffWordsWithSpace } from "diff";

/** A part of a line; `isChanged`: the other side does not have it. */
export type Piece = { readonly text: string; readonly isChanged: boolean };

/** Two lines beside each other; undefined: the other side has one line more. */
export type LinePair = {
  readonly before: readonly Piece[] | undefined;
  readonly after: readonly Piece[] | undefined;
  readonly isChanged: boolean;
};

/**
 * With more differences, texts are shown as wholly replaced: comparing them would hold up the page, for 0.3 s of processor
 * time here. A limit of elapsed time would show the same texts differently on a busy machine.
 */
const LIMITS = { maxEditLength: 2_000 };
const WORD_LIMITS = { maxEditLength: 400 };

/** The lines of two texts beside each other; of lines that were changed, the words that are different. */
export function linePairs(before: string, after: string): readonly LinePair[] {
  const changes = diffLines(ended(before), ended(after), LIMITS) ?? replaced(ended(before), ended(after));
  const pairs: LinePair[] = [];
  for (let at = 0; at < changes.length; at += 1) {
    const { value, added, removed } = changes[at] as Change;
    const next = changes[at + 1];
    if (removed && next?.added) {
      pairs.push(...changedPairs(linesOf(value), linesOf(next.value)));
      at += 1;
    } else if (removed) pairs.push(...changedPairs(linesOf(value), []));
    else if (added) pairs.push(...changedPairs([], linesOf(value)));
    else pairs.push(...linesOf(value).map(unchanged));
  }
  return pairs;
}

/** So that a last line without its end is equal to the same line within a text. */
const ended = (text: string): string => (text === "" ? "" : `${text.replace(/\r\n/g, "\n")}\n`);
const linesOf = (text: string): readonly string[] => text.replace(/\n$/, "").split("\n");

const replaced = (before: string, after: string): Change[] => [
  { value: before, added: false, removed: true, count: 1 },
  { value: after, added: true, removed: false, count: 1 },
];

function unchanged(line: string): LinePair {
  const pieces = [{ text: line, isChanged: false }];
  return { before: pieces, after: pieces, isChanged: false };
}

function changedPairs(before: readonly string[], after: readonly string[]): readonly LinePair[] {
  const count = Math.max(before.length, after.length);
  return Array.from({ length: count }, (_, at) => changedPair(before[at], after[at]));
}

function changedPair(before: string | undefined, after: string | undefined): LinePair {
  const whole = (text: string | undefined) => (text === undefined ? undefined : [{ text, isChanged: true }]);
  const words = before && after ? diffWordsWithSpace(before, after, WORD_LIMITS) : undefined;
  const isAlike = words?.some(({ added, removed, value }) => !added && !removed && /\w/.test(value));
  if (!words || !isAlike) return { before: whole(before), after: whole(after), isChanged: true };
  const side = (other: "added" | "removed", own: "added" | "removed") =>
    words.filter((word) => !word[other]).map((word) => ({ text: word.value, isChanged: word[own] }));
  return { before: side("added", "removed"), after: side("removed", "added"), isChanged: true };
}
