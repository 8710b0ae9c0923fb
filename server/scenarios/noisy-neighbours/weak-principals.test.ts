import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { useNoisyService } from "../../testing/noisy-neighbour.ts";
import { asStrangers, type Flooded, notAllRefused } from "../../testing/noisy-strangers.ts";
import { openDashboard } from "../../testing/test-dashboard.ts";
import { openInbox } from "../../testing/test-inbox.ts";
import { openRawSocket } from "../../testing/test-sockets.ts";

/** Attacks by clients that may do little: one with a key that only reads, and a browser with the session of an inbox. */

const service = await useNoisyService();

let environmentId = "";
let readKey = "";
let token = "";
beforeAll(async () => {
  const { body: environment } = await service.attacker.get("/v1/environments/me");
  environmentId = environment._id;
  const { body: made } = await service.attacker.post(`/v1/environments/${environmentId}/api-keys`, {
    scopes: ["read"],
  });
  readKey = made.key;
  token = (await openInbox(service.url, { id: environmentId, apiKey: service.attacker.apiKey }, "ada")).token;
});

/** What is wrong with the answers: one that is neither 200 nor a refusal. */
function notServedOrRefused({ statuses }: Flooded): string[] {
  return notAllRefused(new Map([...statuses].filter(([status]) => status !== 200)));
}

const ROUNDS = 40;
const HELD_MS = 1_000;

test("given live streams of the dashboard with 50 notifications each, the neighbour is not disturbed", async () => {
  const attack = async () => {
    const page = openDashboard(service.url);
    await page.call("POST", "/dashboard/session", { apiKey: readKey });
    const query = new URLSearchParams({ environment: environmentId });
    for (let n = 0; n < 50; n += 1) query.append("of", `notification:${n.toString(16).padStart(24, "0")}`);
    const headers = { cookie: page.cookie };
    const loop = async () => {
      for (let n = 0; n < ROUNDS; n += 1) {
        const stream = await fetch(`${service.url}/dashboard/live?${query}`, { headers }).catch(
          () => undefined,
        );
        await stream?.body?.cancel().catch(() => {});
      }
    };
    await Promise.all(Array.from({ length: 50 }, loop));
    return [];
  };
  expect(await service.brokenBy(attack)).toEqual([]);
});

test("given 300 reads at once with a key that only reads, the neighbour is not disturbed", async () => {
  const attack = () =>
    asStrangers(service.url, service.slowness, async ({ flood }) =>
      notServedOrRefused(
        await flood(300, (n) => ({
          method: "GET",
          path: `/v2/subscribers?search=${encodeURIComponent((n % 2 ? "\\" : "%").repeat(200))}`,
          headers: { authorization: `ApiKey ${readKey}` },
        })),
      ),
    );
  expect(await service.brokenBy(attack)).toEqual([]);
});

test("given 300 requests at once of one inbox session, the neighbour is not disturbed", async () => {
  const filters = encodeURIComponent(
    JSON.stringify(Array.from({ length: 50 }, (_, n) => ({ tags: [`t${n}`] }))),
  );
  const attack = () =>
    asStrangers(service.url, service.slowness, async ({ flood }) =>
      notServedOrRefused(
        await flood(300, () => ({
          method: "GET",
          path: `/v1/inbox/notifications/count?filters=${filters}`,
          headers: { authorization: `Bearer ${token}` },
        })),
      ),
    );
  expect(await service.brokenBy(attack)).toEqual([]);
});

test("given 600 sockets of one inbox session, again and again, the neighbour is not disturbed", async () => {
  const attack = async () => {
    for (let n = 0; n < 3; n += 1) {
      const opening = Array.from({ length: 600 }, () =>
        openRawSocket(`${service.url}/?token=${token}`).catch(() => undefined),
      );
      const sockets = await Promise.all(opening);
      await sleep(HELD_MS);
      for (const socket of sockets) socket?.terminate();
    }
    return [];
  };
  expect(await service.brokenBy(attack)).toEqual([]);
});

test("after all attacks: the process and its PostgreSQL stop in time", async () => {
  expect(await service.brokenByStopping()).toEqual([]);
});
