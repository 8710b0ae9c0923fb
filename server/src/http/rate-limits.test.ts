import {
  createWorkflow,
  healthCheck,
  listMessages,
  OPERATIONS,
  triggerEvent,
  triggerEventsBulk,
} from "@tidings/contract";
import { beforeEach, expect, test } from "vitest";
import { readSettings } from "../foundation/config.ts";
import { createRateLimiter, furtherCount, type RateLimiter } from "./rate-limits.ts";

let nowMs = 0;
let limiter: RateLimiter;
beforeEach(() => {
  nowMs = 1_000;
  limiter = createRateLimiter({
    limits: { trigger: 5, configuration: 1, inbox: 0, other: 0 },
    nowMs: () => nowMs,
  });
});

const isRefused = (environmentId = "a", count = 1) =>
  limiter.take(environmentId, triggerEvent, count).refusal !== undefined;

test("an environment gets two seconds' worth at once, then its rate; others are not affected", () => {
  expect(Array.from({ length: 12 }, () => isRefused())).toEqual([...Array(10).fill(false), true, true]);
  expect(isRefused("b")).toBe(false);
  expect(limiter.take("a", createWorkflow).refusal).toBeUndefined();
  nowMs += 1_000;
  expect(Array.from({ length: 6 }, () => isRefused())).toEqual([...Array(5).fill(false), true]);
});

test("responses have the policy, the remaining tokens and the time until the bucket is full", () => {
  const { headers } = limiter.take("a", triggerEvent);
  expect(headers).toEqual({ "ratelimit-policy": '"trigger";q=10;w=2', ratelimit: '"trigger";r=9;t=1' });
  for (let n = 0; n < 9; n += 1) isRefused();
  const refused = limiter.take("a", triggerEvent);
  expect(refused.headers.ratelimit).toBe('"trigger";r=0;t=2');
  expect(refused.refusal).toMatchObject({
    code: "too_many",
    message: 'Too many requests: the limit is 5 a second for the class "trigger" of this environment',
    retryAfterSeconds: 1,
  });
});

test("a request after the time of Retry-After is accepted", () => {
  for (const count of [1, 3, 9, 10, 100]) {
    while (!isRefused());
    const { refusal } = limiter.take("a", triggerEvent, count);
    nowMs += (refusal?.retryAfterSeconds ?? 0) * 1_000;
    expect(isRefused("a", count), `${count}`).toBe(false);
  }
});

test("a request for more than a bucket holds needs a nearly full bucket and leaves it negative", () => {
  expect(isRefused()).toBe(false);
  expect(isRefused("a", 99)).toBe(false);
  expect(limiter.take("a", triggerEvent).refusal?.retryAfterSeconds).toBe(19);
  nowMs += 18_000;
  expect(isRefused("a", 2)).toBe(true);
  nowMs += 400;
  expect(isRefused("a", 2)).toBe(false);
});

test("an event of a bulk counts like a trigger", () => {
  expect(furtherCount(triggerEventsBulk, { events: Array(100).fill({}) })).toBe(99);
  expect(furtherCount(triggerEventsBulk, { events: [{}] })).toBe(0);
  expect(furtherCount(triggerEvent, { events: Array(100).fill({}) })).toBe(0);
});

test("a disabled class and open operations have no limit and no rate-limit headers", () => {
  expect(limiter.take("a", listMessages)).toEqual({ headers: {} });
  expect(limiter.take("a", healthCheck)).toEqual({ headers: {} });
});

test("the classes are: triggers, writes of workflows and integrations, what browsers call, everything else", () => {
  const all = createRateLimiter({
    limits: { trigger: 1, configuration: 1, inbox: 1, other: 1 },
    nowMs: () => 0,
  });
  const of = (rateClass: string) =>
    OPERATIONS.filter((operation) =>
      all.take("a", operation).headers.ratelimit?.startsWith(`"${rateClass}"`),
    ).map(({ id }) => id);
  expect(of("trigger")).toEqual(["triggerEvent", "triggerEventsBulk", "broadcastEvent", "explainTrigger"]);
  const ofBrowsers = OPERATIONS.filter(({ path }) => path.startsWith("/v1/inbox/"));
  expect(of("inbox")).toEqual(ofBrowsers.map(({ id }) => id));
  expect(of("configuration")).toEqual(
    [
      "createIntegration",
      "updateIntegration",
      "setPrimaryIntegration",
      "testIntegration",
      "closeBreaker",
      "deleteIntegration",
      "createWorkflow",
      "updateWorkflow",
      "patchWorkflow",
      "deleteWorkflow",
      "duplicateWorkflow",
      "syncWorkflow",
      "previewStep",
      "restoreWorkflowVersion",
    ].sort((a, b) => OPERATIONS.findIndex(({ id }) => id === a) - OPERATIONS.findIndex(({ id }) => id === b)),
  );
});

test("the setting configures single classes, or disables all of them", () => {
  const read = (text: string) => readSettings({ env: { TIDINGS_RATE_LIMITS: text }, flags: {} }).rateLimits;
  expect(read("")).toEqual({ trigger: 5_000, configuration: 300, inbox: 2_000, other: 1_000 });
  expect(read("trigger=0, other=7")).toEqual({ trigger: 0, configuration: 300, inbox: 2_000, other: 7 });
  expect(read("off")).toEqual({ trigger: 0, configuration: 0, inbox: 0, other: 0 });
  for (const nonsense of ["on", "trigger", "trigger=", "trigger=-1", "trigger=1e3", "all=1", "trigger=1,,"]) {
    expect(() => read(nonsense), nonsense).toThrow("TIDINGS_RATE_LIMITS (or --rate-limits) must be off or");
  }
});
