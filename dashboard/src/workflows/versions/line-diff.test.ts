import { expect, test } from "vitest";
import { linear } from "../../../../server/testing/linear.ts";
import { foldedRows } from "./folded-rows.ts";
import { linePairs, type Piece } from "./line-diff.ts";

const text = (pieces: readonly Piece[] | undefined) =>
  pieces?.map((piece) => (piece.isChanged ? `[${piece.text}]` : piece.text)).join("") ?? "∅";
const shown = (before: string, after: string) =>
  linePairs(before, after).map((pair) => `${text(pair.before)} | ${text(pair.after)}`);

test("the words that are different within a changed line", () => {
  expect(shown("Hello Ada\nBye", "Hello Bob\nBye")).toEqual(["Hello [Ada] | Hello [Bob]", "Bye | Bye"]);
});

test("lines without a common word are wholly different; added and removed lines stand alone", () => {
  expect(shown("One", "Two")).toEqual(["[One] | [Two]"]);
  expect(shown("a\nb", "a\nb\nc")).toEqual(["a | a", "b | b", "∅ | [c]"]);
  expect(shown("a\nb\nc", "a\nc")).toEqual(["a | a", "[b] | ∅", "c | c"]);
  expect(shown("", "new")).toEqual(["∅ | [new]"]);
  expect(shown("old", "")).toEqual(["[old] | ∅"]);
});

test("empty lines, spaces and ends of lines are kept apart", () => {
  expect(shown("a\n\nb", "a\nb")).toEqual(["a | a", "[] | ∅", "b | b"]);
  expect(shown("a b", "a  b")).toEqual(["a[ ]b | a[  ]b"]);
  expect(shown("a\r\nb", "a\nb")).toEqual(["a | a", "b | b"]);
});

test("both sides can be read back from the pairs, of random texts", () => {
  const letters = ["a", "b", "c d", "", "e f g"];
  const lines = (seed: number) =>
    Array.from({ length: (seed % 7) + 1 }, (_, at) => letters[(seed * (at + 3)) % 5]).join("\n");
  for (let seed = 0; seed < 200; seed += 1) {
    const [before, after] = [lines(seed), lines(seed * 13 + 5)];
    const pairs = linePairs(before, after);
    const read = (name: "before" | "after") =>
      pairs
        .flatMap((pair) => (pair[name] ? [pair[name].map((piece) => piece.text).join("")] : []))
        .join("\n");
    expect([read("before"), read("after")]).toEqual([before, after]);
  }
});

test("texts that would take long to compare are shown as replaced, in linear processor time", () => {
  const lines = (word: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${word} ${at}`).join("\n");
  const compare = (count: number) => linePairs(lines("one", count), lines("two", count));
  expect(compare(20_000)).toHaveLength(20_000);
  // And 32 times as many: all of their differences would take 1,024 times as long.
  linear(compare, 200);
});

test("of many unchanged lines only their number is shown", () => {
  const many = Array.from({ length: 20 }, (_, at) => `line ${at}`);
  const rows = foldedRows(linePairs([...many, "x"].join("\n"), [...many, "y"].join("\n")));
  expect(rows.map((row) => (typeof row === "number" ? row : text(row.after)))).toEqual([
    18,
    "line 18",
    "line 19",
    "[y]",
  ]);
});
