import { expect, test } from "vitest";
import { createStoppedTime } from "../../testing/movable-time.ts";
import type { Transactional } from "../database/database.ts";
import type { Receipt } from "../providers/receipts/receipt.ts";
import { recordReceipts } from "./record-receipts.ts";

const NOW = new Date("2026-01-01T00:00:00Z");
const receiptOf = (ageMs: number | undefined): Receipt => ({
  providerMessageId: "p1",
  kind: "delivered",
  raw: {},
  ...(ageMs === undefined ? {} : { at: new Date(NOW.getTime() - ageMs) }),
});

/** The waits before a receipt of this age is given up or stored; its message is found at look `foundAt`. */
async function waitsFor(ageMs: number | undefined, foundAt = Number.POSITIVE_INFINITY) {
  let [looks, stored] = [0, 0];
  const waits: number[] = [];
  const database: Transactional = {
    ...({} as Transactional),
    query: async () => {
      looks += 1;
      return (looks >= foundAt ? [{ id: "m1", providerMessageId: "p1" }] : []) as never[];
    },
    transaction: async () => {
      stored += 1;
      return undefined as never;
    },
  };
  const time = { ...createStoppedTime(), sleep: async (ms: number) => void waits.push(ms) };
  const receipts = [receiptOf(ageMs)];
  const matches = await recordReceipts(database, "e", { integrationId: "i", receipts, now: NOW, time });
  return { waits, looks, stored, count: matches.length };
}

test("a receipt whose message is not stored yet: looks again after 1, 3 and 7 s, and is then given up", async () => {
  const nothing = { waits: [1_000, 2_000, 4_000], looks: 4, stored: 0, count: 0 };
  expect(await waitsFor(undefined)).toEqual(nothing);
  expect(await waitsFor(0)).toEqual(nothing);
});

test("a receipt whose message is stored some seconds later: is stored then", async () => {
  expect(await waitsFor(0, 1)).toEqual({ waits: [], looks: 1, stored: 1, count: 1 });
  expect(await waitsFor(0, 4)).toEqual({ waits: [1_000, 2_000, 4_000], looks: 4, stored: 1, count: 1 });
  expect(await waitsFor(undefined, 3)).toEqual({ waits: [1_000, 2_000], looks: 3, stored: 1, count: 1 });
});

test("a receipt of an event 10 s ago: its message would be stored by now", async () => {
  expect(await waitsFor(9_500)).toMatchObject({ waits: [1_000] });
  expect(await waitsFor(10_000)).toMatchObject({ waits: [], looks: 1 });
});
