import { expect, test } from "vitest";
import { decideAdmissions, useTicket } from "./decide.ts";
import { askOf } from "./rate-limits.ts";
import type { RateGrant } from "./rate-store.ts";

const NOW = new Date("2026-01-31T23:59:50.000Z");
const KNOWN = { inside: 0, callMs: 100, unused: 0, unusedDay: null };
const ask = (rates: object, isFrozen = false) =>
  askOf({ integrationId: "i", rates, asked: 4, isFrozen }, KNOWN);
const grant = (fields: Partial<RateGrant>): RateGrant => ({
  integrationId: "i",
  granted: 4,
  startInMs: 0,
  held: 0,
  day: "2026-01-31",
  reason: null,
  waitInMs: 0,
  waiting: 0,
  waitsFor: null,
  waitsForMs: null,
  ...fields,
});
const decided = (rates: object, granted: Partial<RateGrant>) =>
  decideAdmissions(["a", "b", "c", "d"], { ask: ask(rates), grant: grant(granted), now: NOW }).map(
    ([, one]) => (one.kind === "go" ? one.ticket.delayMs : [one.reason, one.until.toISOString().slice(11)]),
  );

test("messages with places: begin one interval after another, the first when the rate has room", () => {
  expect(decided({ perSecond: 20 }, { startInMs: 30 })).toEqual([30, 80, 130, 180]);
  expect(decided({ concurrency: 2 }, {})).toEqual([0, 0, 0, 0]);
});

test("messages without room: come again in their order behind those that wait, a second before their turn", () => {
  const granted = { granted: 1, reason: "per_second", waitInMs: 2_000 } as const;
  const first = [
    0,
    ["per_second", "23:59:51.000Z"],
    ["per_second", "23:59:52.000Z"],
    ["per_second", "23:59:53.000Z"],
  ];
  expect(decided({ perSecond: 1 }, granted)).toEqual(first);
  const [, behind] = decided({ perSecond: 1 }, { ...granted, waiting: 5 });
  expect(behind).toEqual(["per_second", "23:59:56.000Z"]);
});

test("messages without room: never come again at once, also if their turn is now", () => {
  const granted = { granted: 3, reason: "concurrency" } as const;
  expect(decided({ concurrency: 1 }, granted).at(-1)).toEqual(["concurrency", "23:59:50.250Z"]);
});

test("a used-up day: its messages come when the next one has begun, and not before", () => {
  const granted = { granted: 0, reason: "per_day", waitInMs: 10_000 } as const;
  const times = decided({ perDay: 5 }, granted).map((one) => (one as string[])[1]);
  expect(times[0]).toBe("00:00:00.000Z");
  expect(times.toSorted()).toEqual(times);
});

test("a place: counts only if the provider may have processed the call", () => {
  const used = (kind: "accepted" | "ambiguous" | "not_processed", call?: { tookMs: number }) => {
    const ticket = { integrationId: "i", delayMs: 0, day: "2026-01-31", isCounted: false };
    useTicket(ticket, { kind, ...(call ? { call } : {}) });
    return ticket.isCounted;
  };
  const call = { tookMs: 5 };
  expect([used("accepted", call), used("ambiguous", call)]).toEqual([true, true]);
  expect([used("not_processed", call), used("not_processed")]).toEqual([false, false]);
});

test("a question: the interval, how far ahead, and how many messages a place may have", () => {
  expect(ask({ perSecond: 20 })).toMatchObject({
    intervalMs: 50,
    horizonMs: 2_000,
    waitMs: 50,
    perDay: null,
  });
  expect(ask({ perSecond: 500 })).toMatchObject({ intervalMs: 2, horizonMs: 200 });
  expect(ask({ concurrency: 2 })).toMatchObject({ intervalMs: null, concurrency: 2, depth: 20, waitMs: 50 });
  const slow = askOf(
    { integrationId: "i", rates: { concurrency: 2 }, asked: 1, isFrozen: false },
    {
      ...KNOWN,
      callMs: 8_000,
    },
  );
  expect(slow).toMatchObject({ depth: 2, waitMs: 4_000 });
});

test("a held test clock: only the quota of the day counts", () => {
  const frozen = ask({ perSecond: 1, concurrency: 1, perDay: 3 }, true);
  expect(frozen).toMatchObject({ intervalMs: null, concurrency: null, perDay: 3 });
});
