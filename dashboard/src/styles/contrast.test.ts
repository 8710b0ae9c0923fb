import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Contrast ratios as WCAG 2.2 defines them (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */

const TEXT = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");
const TOKENS = new Map(
  [...TEXT.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)].map(([, name = "", ...pair]) => [
    name,
    pair as [string, string],
  ]),
);

/** Foreground, background, least ratio: 4.5 for text, 3 for the edges of controls. */
const PAIRS: [string, string, number][] = [
  ["edge", "surface", 3],
  ["edge", "page", 3],
  ["on-accent", "accent", 4.5],
  ...["ink", "ink-2", "ink-3", "accent"].flatMap((ink): [string, string, number][] =>
    ["page", "surface", "sunken", "accent-soft"].map((ground) => [ink, ground, 4.5]),
  ),
  ...["ok", "wait", "warn", "bad", "idle"].flatMap((state): [string, string, number][] =>
    ["surface", "page", "sunken", "accent-soft", `${state}-soft`].map((ground) => [state, ground, 4.5]),
  ),
];

const luminanceOf = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const ratioOf = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

test.each([
  ["light", 0],
  ["dark", 1],
] as const)("every text can be read in the %s theme", (_, at) => {
  const colorOf = (name: string) => TOKENS.get(name)?.[at] ?? expect.fail(`no token ${name}`);
  const low = PAIRS.map(([ink, ground, least]) => ({
    pair: `${ink} on ${ground}`,
    ratio: ratioOf(colorOf(ink), colorOf(ground)),
    least,
  })).filter(({ ratio, least }) => ratio < least);
  expect(low).toEqual([]);
});

test("black on white has the highest ratio", () => {
  expect(ratioOf("#000000", "#ffffff")).toBeCloseTo(21, 5);
});
