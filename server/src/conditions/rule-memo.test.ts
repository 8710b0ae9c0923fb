import { expect, test, vi } from "vitest";
import { evaluateRule } from "./rule.ts";
import { RuleMemo } from "./rule-memo.ts";
import { workOfRun } from "./work.ts";

const NOW = new Date("2026-01-31T12:00:00Z");
const list = Array.from({ length: 9_000 }, (_, n) => `2025-01-01T00:00:00.${n + 10_000}`);
const payload = { list };
const recipients = Array.from({ length: 300 }, (_, n) => ({ subscriberId: `s${n}` }));

/** Evaluates a rule for each recipient. @returns the units of work in all, and how often the rule was evaluated. */
function evaluateForAll(operand: string) {
  const rule = { in: [{ var: operand }, { var: "payload.list" }] };
  const memo = new RuleMemo();
  let units = 0;
  const evaluate = vi.fn((subscriber: { subscriberId: string }) => {
    const work = workOfRun();
    const result = evaluateRule(rule, { payload, subscriber }, NOW, work);
    units += workOfRun().left - work.left;
    return result;
  });
  for (const subscriber of recipients) memo.of(rule, payload, () => evaluate(subscriber));
  return { units, evaluations: evaluate.mock.calls.length };
}

test("a rule of the payload alone: its work is done once for 300 recipients", () => {
  const { units, evaluations } = evaluateForAll("payload.sought");
  expect(evaluations).toBe(1);
  expect(units).toBeGreaterThan(1_000_000);
});

test("a rule of the subscriber: is evaluated for each recipient, within the budget of each", () => {
  const { units, evaluations } = evaluateForAll("subscriber.subscriberId");
  expect(evaluations).toBe(300);
  expect(units).toBeLessThanOrEqual(300 * workOfRun().left);
});
