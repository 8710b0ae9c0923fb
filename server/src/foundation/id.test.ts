import { expect, test } from "vitest";
import { isId, newId } from "./id.ts";

const msOf = (id: string) => Number.parseInt(id.slice(0, 12), 16);
const YEAR_8000 = Date.parse("8000-01-01T00:00:00Z");

test("ids increase, also when the clock stands still or goes back", () => {
  const now = Date.now();
  const ids = [now, now, now + 1, now - 5_000, now + 1].map((ms) => newId(ms));
  expect(ids.every(isId)).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(5);
});

test("ids of a time far ahead increase, and leave later ids at their own time", () => {
  const before = newId(Date.now());
  const ahead = Array.from({ length: 1_000 }, (_, n) => newId(YEAR_8000 + Math.floor(n / 500)));
  expect(ahead.slice(0, 500).every((id) => msOf(id) === YEAR_8000)).toBe(true);
  expect(new Set(ahead).size).toBe(1_000);
  const after = newId(Date.now());
  expect(msOf(after)).toBeLessThan(Date.now() + 60_000);
  expect(after > before).toBe(true);
});
