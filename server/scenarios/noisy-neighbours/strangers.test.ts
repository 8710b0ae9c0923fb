import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Announcement, announceBodies } from "../../testing/announced-bodies.ts";
import { useNoisyService } from "../../testing/noisy-neighbour.ts";
import type { BriefCall } from "../../testing/noisy-requests.ts";
import { asStrangers, notAllRefused, notInTurn } from "../../testing/noisy-strangers.ts";

/** Attacks without any key, from the address that the neighbour has, too. */

const service = await useNoisyService();

const RECEIPTS = `/v2/inbound-webhooks/delivery-providers/${"0".repeat(24)}/${"1".repeat(24)}`;
const secretOf = (n: number) => String(n).padStart(43, "x");
const FLOODS: readonly (readonly [number, string, (n: number) => BriefCall])[] = [
  [
    600,
    "random cookies of the dashboard",
    (n) => ({
      method: "GET",
      path: "/dashboard/session",
      headers: { cookie: `tidings_session=${secretOf(n)}` },
    }),
  ],
  [
    600,
    "random API keys",
    (n) => ({ method: "GET", path: "/v1/messages", headers: { authorization: `ApiKey td_${secretOf(n)}` } }),
  ],
  [
    600,
    "receipts of no integration",
    () => ({ method: "POST", path: RECEIPTS, body: { type: "delivered" } }),
  ],
  [
    600,
    "sessions of inboxes of no environment",
    (n) => ({
      method: "POST",
      path: "/v1/inbox/session",
      body: { applicationIdentifier: `none${n}`, subscriber: { subscriberId: "ada" } },
    }),
  ],
  [
    60,
    "receipts of 900 kB",
    () => ({ method: "POST", path: RECEIPTS, body: { type: "delivered", filler: "x".repeat(900_000) } }),
  ],
  [
    60,
    "bodies of 900 kB for a path without a route",
    () => ({ method: "POST", path: "/nope", body: { filler: "x".repeat(900_000) } }),
  ],
];

test.each(FLOODS)(
  "given %i connections with %s, the neighbour is not disturbed",
  async (atOnce, _, callOf) => {
    const attack = () =>
      asStrangers(service.url, service.slowness, async ({ flood }) => {
        const flooded = await flood(atOnce, callOf);
        return [...notAllRefused(flooded.statuses), ...notInTurn(flooded, atOnce)];
      });
    expect(await service.brokenBy(attack)).toEqual([]);
  },
);

const ANNOUNCED_MS = 5_000;
const ANNOUNCED: readonly (readonly [string, Announcement])[] = [
  ["a receipt of 1 MB", { path: RECEIPTS, bytes: 1_000_000 }],
  ["a chunked session", { path: "/v1/inbox/session" }],
  ["1 MB for a path without a route", { path: "/nope", bytes: 1_000_000 }],
  ["OPTIONS of 1 MB", { path: "/v1/messages", method: "OPTIONS", bytes: 1_000_000 }],
];

test.each(ANNOUNCED)(
  "given 1,000 connections that announce %s, the neighbour is not disturbed",
  async (_, announcement) => {
    const attack = async () => {
      const announced = await announceBodies(service.url, 1_000, announcement);
      await sleep(ANNOUNCED_MS);
      announced.close();
      return [];
    };
    expect(await service.brokenBy(attack)).toEqual([]);
  },
);

test("after all attacks: the process and its PostgreSQL stop in time", async () => {
  expect(await service.brokenByStopping()).toEqual([]);
});
