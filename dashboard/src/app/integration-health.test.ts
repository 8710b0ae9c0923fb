import type { Integration } from "@tidings/contract";
import { expect, test } from "vitest";
import { figuresOf, needsRepair, standingOf } from "./integration-health.ts";

const integration = (changes: Partial<Integration>) => ({ active: true, ...changes }) as Integration;
const health = { accepted: 55, failed: 1, p95Ms: 1410, waiting: 0 };
const [early, late] = ["2026-11-22T10:00:00.000Z", "2026-11-22T10:02:00.000Z"];

test.each([
  ["off", integration({ active: false, breaker: { trips: 1, openUntil: late } }), "Off", false],
  ["unused", integration({}), "Not used yet", false],
  [
    "working again",
    integration({ health: { ...health, lastFailureAt: early, lastSuccessAt: late } }),
    "Works",
    false,
  ],
  [
    "one failure",
    integration({ health: { ...health, lastFailureAt: late, lastSuccessAt: early } }),
    "Failed last",
    true,
  ],
  ["only failures", integration({ health: { ...health, accepted: 0, lastFailureAt: late } }), "Fails", true],
  ["breaker", integration({ health, breaker: { trips: 2, openUntil: late } }), "Breaker open", true],
  ["breaker that closed", integration({ health, breaker: { trips: 2 } }), "Works", false],
])("the standing of an integration: %s", (_, given, word, isBad) => {
  expect(standingOf(given).word).toBe(word);
  expect(needsRepair(given)).toBe(isBad);
});

test("a failure says its reason", () => {
  const lastError = "The provider answered with status 503.";
  const failed = integration({ health: { ...health, accepted: 0, lastFailureAt: late, lastError } });
  expect(standingOf(failed)).toEqual({ state: "failed", word: "Fails", reason: lastError });
});

test("figures of the last hour, none without calls", () => {
  expect(figuresOf(integration({ health }))).toBe("98.2 % accepted · p95 1,410 ms");
  expect(figuresOf(integration({ health: { accepted: 0, failed: 0, waiting: 3 } }))).toBe("");
  expect(figuresOf(integration({}))).toBe("");
});
