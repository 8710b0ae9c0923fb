import { expect, test } from "vitest";
import { RenderBudget } from "./render-budget.ts";

test("render budget: elapsed time alone does not end a text; the processor time does", () => {
  let usedMs = 0;
  let readings = 0;
  const budget = new RenderBudget(500, () => {
    readings += 1;
    return usedMs;
  });
  const { limiter } = budget;
  for (const nowMs of [1_000, 1_200, 1_499]) limiter.check(nowMs);
  expect(readings).toBe(0);
  usedMs = 100;
  for (const nowMs of [1_500, 1_700, 1_899]) limiter.check(nowMs);
  expect(readings).toBe(1);
  limiter.check(60_000);
  expect(budget.exceededMs).toBeUndefined();
  usedMs = 512;
  expect(() => limiter.check(61_000)).toThrow("processor time");
  expect(budget.exceededMs).toBe(512);
});
