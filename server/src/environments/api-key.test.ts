import { expect, test } from "vitest";
import { generateApiKey, hintOf } from "./api-key.ts";

test("a key has 256 random bits in letters and digits, so that its hint is no flag on a command line", () => {
  const keys = Array.from({ length: 1_000 }, generateApiKey);
  for (const key of keys) expect(key).toMatch(/^td_[A-Za-z0-9]{43}$/);
  expect(new Set(keys).size).toBe(1_000);
  expect(62n ** 43n > 2n ** 256n).toBe(true);
  expect(hintOf(keys[0] as string)).toBe(`…${keys[0]?.slice(-4)}`);
});
