import { expect, test } from "vitest";
import { createStoppedTime } from "../../../testing/movable-time.ts";
import type { SendOutcome } from "../../providers/provider.ts";
import { createPauses, nextDay, pauseAfter } from "./pauses.ts";

const NOW = new Date("2026-01-31T21:00:00.000Z");
const inMs = (ms: number) => new Date(NOW.getTime() + ms);
const MAIL = { channel: "email", providerId: "ses" } as const;
const refused = (more: object): SendOutcome => ({ kind: "not_processed", reason: "no", ...more });

test("a used-up quota: a wait until the provider's moment, or until the next day in UTC", () => {
  const quota = (more: object = {}) => pauseAfter(refused({ isQuotaUsedUp: true, ...more }), MAIL, NOW);
  expect(quota()).toEqual({ until: new Date("2026-02-01T00:00:00.000Z"), reason: "quota" });
  expect(quota({ retryAfterMs: 60_000 })).toEqual({ until: inMs(60_000), reason: "quota" });
  expect(quota({ retryAfterMs: 9e9 })?.until).toEqual(inMs(24 * 3_600_000));
});

test("a rate limit: binds all messages if the provider states a wait, for an hour at most", () => {
  const throttled = (more: object) => pauseAfter(refused({ isThrottled: true, ...more }), MAIL, NOW);
  expect(throttled({ retryAfterMs: 5_000 })).toEqual({ until: inMs(5_000), reason: "throttled" });
  expect(throttled({ retryAfterMs: 9e9 })?.until).toEqual(inMs(3_600_000));
  expect(throttled({})).toBeUndefined();
});

test("other answers, and limits of a single recipient's server: pause nothing", () => {
  expect(pauseAfter({ kind: "accepted" }, MAIL, NOW)).toBeUndefined();
  expect(pauseAfter(refused({ retryAfterMs: 5_000 }), MAIL, NOW)).toBeUndefined();
  const throttled = refused({ isThrottled: true, retryAfterMs: 5_000 });
  expect(pauseAfter(throttled, { channel: "chat", providerId: "slack" }, NOW)).toBeUndefined();
  expect(pauseAfter(throttled, { channel: "push", providerId: "web-push" }, NOW)).toBeUndefined();
  expect(pauseAfter(throttled, { channel: "push", providerId: "fcm" }, NOW)).toBeDefined();
});

test("the next day: begins at midnight in UTC, also from midnight on", () => {
  for (const now of ["2026-01-31T00:00:00.000Z", "2026-01-31T23:59:59.999Z"])
    expect(nextDay(new Date(now)).toISOString()).toBe("2026-02-01T00:00:00.000Z");
});

test("pauses: the stored one holds, and our own until other processes have surely stored theirs", () => {
  const time = createStoppedTime();
  const pauses = createPauses(time);
  const row = { id: "i", pausedUntil: null, pausedFor: null };
  expect(pauses.of(row, NOW)).toBeUndefined();
  const stored = { ...row, pausedUntil: inMs(1_000), pausedFor: "quota" } as const;
  expect(pauses.of(stored, NOW)).toEqual({ until: inMs(1_000), reason: "quota" });
  expect(pauses.of(stored, inMs(1_000))).toBeUndefined();
  const ours = { until: inMs(60_000), reason: "throttled" } as const;
  expect([pauses.begin("i", ours), pauses.begin("i", { ...ours, until: inMs(60_900) })]).toEqual([
    true,
    false,
  ]);
  expect(pauses.of(row, NOW)?.until).toEqual(inMs(60_000));
  expect(pauses.of(stored, NOW)?.reason).toBe("throttled");
  pauses.forget("i");
  expect(pauses.of(row, NOW)).toBeUndefined();
});

test("after a pause: messages ask one by one, until the first call is accepted", () => {
  const pauses = createPauses(createStoppedTime());
  const row = { id: "i", pausedUntil: NOW, pausedFor: "quota" } as const;
  expect([pauses.isProbing(row, inMs(-1)), pauses.end(row, inMs(-1))]).toEqual([false, false]);
  expect([pauses.isProbing(row, NOW), pauses.end(row, NOW)]).toEqual([true, true]);
  expect([pauses.isProbing(row, NOW), pauses.end(row, NOW)]).toEqual([false, false]);
  expect(pauses.isProbing({ ...row, pausedUntil: null, pausedFor: null }, NOW)).toBe(false);
});
