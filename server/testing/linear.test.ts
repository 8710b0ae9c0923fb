import { expect, test } from "vitest";
import { linear } from "./linear.ts";

/** Takes the same time for each unit, and cannot be optimized away. */
function spin(units: number): number {
  let sum = 0;
  for (let unit = 0; unit < units; unit += 1) sum = (sum * 31 + unit) % 1_000_003;
  return sum;
}

/** Quadratic, by the cheapest steps that there are. */
function searchFromEach(text: string): number {
  let found = 0;
  for (let at = 0; at < text.length; at += 1) if (text.indexOf(">", at) >= 0) found += 1;
  return found;
}

test.each<[name: string, work: (size: number) => unknown]>([
  ["constant", () => spin(1_000)],
  ["linear", (size) => spin(size * 10)],
  ["n log n", (size) => spin(Math.ceil(size * Math.log2(size) * 10))],
])("linear: accepts %s work", (_name, work) => {
  expect(() => linear(work, 100)).not.toThrow();
});

test("linear: accepts work that is cheaper than making its text", () => {
  expect(() => linear((size) => "<!".repeat(size / 2).indexOf(">"), 5_000)).not.toThrow();
});

// 4,000 characters: in a text of 1,000, the calls cost more than the search, so that the growth is hardly above linear.
test.each<[name: string, work: (size: number) => unknown]>([
  ["quadratic work", (size) => spin((size / 4) ** 2)],
  ["a search of the rest of the text for each character", (size) => searchFromEach("<".repeat(size * 40))],
  ["a regular expression that backtracks", (size) => /\s+$/.test(`${" ".repeat(size)}x`)],
])("linear: rejects %s", (_name, work) => {
  expect(() => linear(work, 100)).toThrow("takes more than linear processor time");
});
