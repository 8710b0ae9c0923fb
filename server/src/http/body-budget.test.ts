import { expect, test } from "vitest";
import { createBodyBudget } from "./body-budget.ts";

const MIB = 1024 * 1024;
const TOO_MANY = "Too many large requests of this environment are in progress";

test("large bodies beyond 64 MiB at once are refused for one environment, not for another", () => {
  const budget = createBodyBudget();
  const releases = Array.from({ length: 16 }, () => budget.take("a", 4 * MIB));
  expect(() => budget.take("a", 4 * MIB)).toThrow(TOO_MANY);
  expect(() => budget.take("a", 1_000)).not.toThrow();
  expect(() => budget.take("b", 4 * MIB)).not.toThrow();
  releases[0]?.();
  releases[0]?.();
  expect(() => budget.take("a", 4 * MIB)).not.toThrow();
  expect(() => budget.take("a", 4 * MIB)).toThrow(TOO_MANY);
});

test("an environment without requests in progress is served, whatever the others use", () => {
  const budget = createBodyBudget();
  for (const id of ["a", "b", "c", "d", "e"]) {
    for (let mib = 0; mib < 60; mib += 4) {
      try {
        budget.take(id, 4 * MIB);
      } catch {}
    }
  }
  expect(() => budget.take("f", 4 * MIB)).not.toThrow();
});
