import type { TriggerReport } from "@tidings/contract";
import { expect, test } from "vitest";
import { reasonWords } from "../timeline/reason-words.ts";
import { barParts, outcomesOf, reasonsOf } from "./outcomes.ts";

const report: TriggerReport = {
  transactionId: "txn_1",
  workflowId: "news",
  createdAt: "2026-11-22T10:00:00.000Z",
  isExpanding: false,
  isCanceled: false,
  recipients: 12_340,
  waiting: 0,
  delivered: 12_300,
  failed: { credentials_failed: 2, no_phone: 1 },
  unreachable: { no_phone: 1 },
  skipped: { filtered_by_global: 30, filtered_by_subscription: 7 },
  unknownTopics: [],
};

test("the counts of the states sum up to the recipients", () => {
  const outcomes = outcomesOf(report);
  expect(outcomes.map(({ state, count }) => [state, count])).toEqual([
    ["waiting", 0],
    ["delivered", 12_300],
    ["failed", 2],
    ["unreachable", 1],
    ["skipped", 37],
  ]);
  expect(outcomes.reduce((sum, { count }) => sum + count, 0)).toBe(report.recipients);
});

test("the bar is filled, and shows also three of twelve thousand", () => {
  const parts = barParts(outcomesOf(report), 600);
  expect(parts.map(({ state }) => state)).toEqual(["delivered", "failed", "unreachable", "skipped"]);
  expect(parts.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(600);
  for (const { width } of parts) expect(width).toBeGreaterThanOrEqual(6);
  expect(barParts([], 600)).toEqual([]);
});

test("reasons are ordered by their counts, and each has a sentence", () => {
  const reasons = reasonsOf(report);
  expect(reasons.map(({ code }) => code)).toEqual([
    "filtered_by_global",
    "filtered_by_subscription",
    "credentials_failed",
    "no_phone",
  ]);
  for (const { code } of reasons) expect(reasonWords(code)).not.toBe(code);
});
