import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ARCHITECTURE, CONTRIBUTING, type Documented, OPERATING } from "./testing/documented-numbers.ts";

/** Compares the numbers in sentences of the documents with the constants of the code. */

const ROOT = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const oneLine = (text: string) => text.replace(/\s+/g, " ");

const WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const NUMBER = String.raw`([\d,]+|a|${WORDS.join("|")})`;
/** How many of a constant's units a unit of a sentence has, by the end of the constant's name. */
const UNITS: readonly [sentence: RegExp, name: RegExp, factors: readonly number[]][] = [
  [/^ (?:s|seconds?)\b/, /_MS$/, [1_000]],
  [/^ minutes?\b/, /_MS$/, [60_000]],
  [/^ MB\b/, /BYTES/, [1_000_000, 1_024 * 1_024]],
];

function numbersIn(text: string, sentence: string): { value: number; after: string }[] {
  const escaped = oneLine(sentence).replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  const found = new RegExp(escaped.replaceAll("{}", NUMBER), "d").exec(text);
  if (!found) return [];
  return (found.indices ?? []).slice(1).map((place) => {
    const [start, end] = place as [number, number];
    const written = text.slice(start, end);
    const word = written === "a" ? 1 : WORDS.indexOf(written);
    return {
      value: word >= 0 ? word : Number(written.replaceAll(",", "")),
      after: text.slice(end, end + 10),
    };
  });
}

/** The value of `const NAME = …` in a file: a number, a product, `tuned("…", number)` or `raw("number")`. */
function constantValue(constant: string): number {
  const [place = "", name = ""] = constant.split(" ");
  const file = /^(?:dashboard\/src|client|contract|server)\//.test(place) ? place : `server/src/${place}`;
  const [, value = ""] =
    new RegExp(`const ${name} = (?:tuned\\("\\w+", |raw\\(")?([\\d_ *]+)"?\\)?;`).exec(read(`${file}.ts`)) ??
    [];
  if (value === "") throw new Error(`${file}.ts has no number ${name}`);
  return value.split("*").reduce((product, factor) => product * Number(factor.replaceAll("_", "")), 1);
}

/** What a document says otherwise than the code, in words. */
function differences(text: string, [sentence, ...constants]: Documented): string[] {
  const numbers = numbersIn(text, sentence);
  if (numbers.length !== constants.length) return [`not found: ${sentence}`];
  return numbers.flatMap(({ value, after }, index) => {
    const constant = constants[index] as string;
    const unit = UNITS.find(([ofSentence, name]) => ofSentence.test(after) && name.test(constant));
    const stated = (unit?.[2] ?? [1]).map((factor) => value * factor);
    return stated.includes(constantValue(constant))
      ? []
      : [`${sentence}: ${value}, but ${constant} = ${constantValue(constant)}`];
  });
}

test("ARCHITECTURE.md: its numbers are those of the constants in the code", () => {
  const text = oneLine(read("ARCHITECTURE.md"));
  expect(ARCHITECTURE.flatMap((one) => differences(text, one))).toEqual([]);
});

test("docs/operating.md: its limits are those of the constants in the code", () => {
  const text = oneLine(read("docs/operating.md"));
  expect(OPERATING.flatMap((one) => differences(text, one))).toEqual([]);
});

test("CONTRIBUTING.md: its numbers are those of the constants in the code, and of the linter", () => {
  const text = oneLine(read("CONTRIBUTING.md"));
  expect(CONTRIBUTING.flatMap((one) => differences(text, one))).toEqual([]);
  const { noExcessiveLinesPerFunction, useMaxParams } = JSON.parse(read("biome.json")).linter.rules
    .complexity;
  const [lines, parameters] = numbersIn(
    text,
    "about 15 lines and at most {}, a function at most {} parameters",
  );
  expect(noExcessiveLinesPerFunction.options.maxLines).toBe(lines?.value);
  expect(useMaxParams.options.max).toBe(parameters?.value);
});
