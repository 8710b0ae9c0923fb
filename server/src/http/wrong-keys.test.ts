import { beforeEach, expect, test } from "vitest";
import { createWrongKeys, type WrongKeys } from "./wrong-keys.ts";

let nowMs = 0;
let lookUps = 0;
let wrongKeys: WrongKeys;
beforeEach(() => {
  nowMs = 5_000;
  lookUps = 0;
  wrongKeys = createWrongKeys({ maxPerMinute: 20, nowMs: () => nowMs });
});

const look = async (found: string | undefined) => {
  lookUps += 1;
  await new Promise((resolve) => setImmediate(resolve));
  return found;
};
const attempt = (address: string, found?: string) => wrongKeys.attempt(address, () => look(found));
const wrongFrom = (address: string, count: number) =>
  Promise.allSettled(Array.from({ length: count }, () => attempt(address)));

test("wrong keys at once: only as many as the limit are looked up; the others are refused for a minute", async () => {
  const outcomes = await wrongFrom("192.0.2.1", 500);
  expect(lookUps).toBe(20);
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(480);
  nowMs += 59_500;
  await expect(attempt("192.0.2.1", "right")).rejects.toMatchObject({
    code: "too_many",
    retryAfterSeconds: 1,
  });
  expect(lookUps).toBe(20);
  nowMs += 500;
  expect(await attempt("192.0.2.1", "right")).toBe("right");
});

test("many valid keys at once are never refused; other addresses are not affected", async () => {
  await wrongFrom("192.0.2.1", 20);
  const many = await Promise.all(Array.from({ length: 100 }, () => attempt("192.0.2.2", "right")));
  expect(new Set(many)).toEqual(new Set(["right"]));
});

test("a failed look-up does not count", async () => {
  const failing = () => wrongKeys.attempt("a", () => Promise.reject(new Error("no database")));
  for (let n = 0; n < 30; n += 1) await expect(failing()).rejects.toThrow("no database");
  expect(await attempt("a", "right")).toBe("right");
});

test("given more addresses than the maximum, the oldest is dropped", async () => {
  await wrongFrom("oldest", 20);
  await wrongFrom("second", 20);
  for (let n = 0; n < 9_999; n += 1) await wrongKeys.attempt(`a${n}`, async () => undefined);
  await expect(attempt("second")).rejects.toMatchObject({ code: "too_many" });
  expect(await attempt("oldest")).toBeUndefined();
});

test("without a limit, all keys are looked up", async () => {
  wrongKeys = createWrongKeys({ maxPerMinute: 0, nowMs: () => nowMs });
  await wrongFrom("a", 100);
  expect(lookUps).toBe(100);
});

test("a known key is looked up from a refused address, and is not counted", async () => {
  await wrongFrom("a", 20);
  const isKnown = async () => true;
  expect(await wrongKeys.attempt("a", () => look("right"), isKnown)).toBe("right");
  await expect(
    wrongKeys.attempt(
      "a",
      () => look("right"),
      async () => false,
    ),
  ).rejects.toMatchObject({
    code: "too_many",
  });
  expect(lookUps).toBe(21);
});
