import { expect, test } from "vitest";
import type { Attacker } from "../../testing/noisy-attack.ts";
import { useNoisyService } from "../../testing/noisy-neighbour.ts";
import { notRefused } from "../../testing/noisy-requests.ts";
import { delay, inApp } from "../../testing/steps.ts";

const service = await useNoisyService();

/** Just below the limits: a payload of 256 KiB, data of 64 KiB. */
const PAYLOAD_CHARACTERS = 250_000;
const DATA_CHARACTERS = 60_000;
/** A size that was accepted before these limits existed. */
const OVERSIZED = "x".repeat(3_900_000);

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ subscriberId: `p${n}`, email: `p${n}@example.com` }));
const names = (count: number) => people(count).map(({ subscriberId }) => subscriberId);
const filler = (more: object = {}) => ({ text: "x".repeat(PAYLOAD_CHARACTERS), ...more });

/** Every recipient's mail and inbox text is four times as long as the payload, and stored: 288,000,000 characters. */
const EXPANDED_DISK_MB = 750;

test("given a text that escaping makes four times as long, 150 mails do not disturb the neighbour", async () => {
  const attack = async (attacker: Attacker) => {
    await attacker.trigger("welcome", people(150), { text: "<".repeat(240_000) });
    return [];
  };
  const bounds = { diskMb: EXPANDED_DISK_MB };
  expect(await service.brokenBy(attack, bounds)).toEqual([]);
});

test("given 1,000 messages with payloads at the limit, listing them does not disturb the neighbour", async () => {
  await service.attacker.given.workflow("short", [inApp("short")]);
  const attack = async (attacker: Attacker) => {
    await attacker.trigger("short", names(1_000), filler());
    await attacker.settled();
    const path = "/v1/messages?limit=1000";
    await Promise.all([1, 2, 3, 4].map(() => attacker.call({ method: "GET", path })));
    return [];
  };
  expect(await service.brokenBy(attack)).toEqual([]);
});

test("given 20 steps with payloads at the limit, reading notifications does not disturb the neighbour", async () => {
  const steps = Array.from({ length: 20 }, (_, n) => ({ ...inApp("short"), stepId: `s${n}` }));
  await service.attacker.given.workflow("long", steps);
  const attack = async (attacker: Attacker) => {
    await attacker.trigger("long", names(50), filler());
    await attacker.settled();
    const list = { method: "GET", path: "/v1/notifications?limit=50" };
    for (let n = 0; n < 3; n += 1) await Promise.all([attacker.call(list), attacker.call(list)]);
    return [];
  };
  expect(await service.brokenBy(attack)).toEqual([]);
});

test("given 1,000 delayed jobs with payloads at the limit, the neighbour is not disturbed", async () => {
  await service.attacker.given.workflow("later", [
    delay({ type: "dynamic", dynamicKey: "at" }),
    inApp("{{ payload.text | size }}"),
  ]);
  const attack = async (attacker: Attacker) => {
    const at = new Date(Date.now() + 2_500).toISOString();
    await attacker.trigger("later", names(1_000), filler({ at }));
    return [];
  };
  expect(await service.brokenBy(attack)).toEqual([]);
});

test("given data at the limit, listing topics and subscribers does not disturb the neighbour", async () => {
  const data = { text: "<".repeat(DATA_CHARACTERS) };
  await service.attacker.post("/v2/topics", { key: "big", name: "Big", data });
  for (const subscriberId of names(100)) await service.attacker.given.subscriber(subscriberId, { data });
  await service.attacker.post("/v2/topics/big/subscriptions", { subscriptions: names(100) });
  const attack = async (attacker: Attacker) => {
    const paths = ["/v2/topics/big/subscriptions?limit=100", "/v2/subscribers?limit=100"];
    for (let n = 0; n < 3; n += 1)
      await Promise.all([...paths, ...paths].map((path) => attacker.call({ method: "GET", path })));
    return [];
  };
  expect(await service.brokenBy(attack)).toEqual([]);
});

test("given payloads and data far beyond the limits, each is refused", async () => {
  const attack = async (attacker: Attacker) => {
    const post = (path: string, body: object) => attacker.call({ method: "POST", path, body });
    const text = OVERSIZED;
    const middling = { text: "x".repeat(300_000) };
    const broken: string[] = [];
    for (const payload of [{ text }, middling]) {
      broken.push(...notRefused("a large payload", await attacker.trigger("welcome", "p0", payload)));
      const event = { name: "welcome", to: "p0", payload };
      const bulk = await post("/v1/events/trigger/bulk", { events: [event] });
      broken.push(...notRefused("a large payload in bulk", bulk));
      const explained = await post("/v1/events/trigger/explain", event);
      broken.push(...notRefused("a large payload explained", explained));
      const topic = await post("/v2/topics", { key: "larger", data: payload });
      broken.push(...notRefused("a topic's large data", topic));
      const subscriber = await post("/v2/subscribers", { subscriberId: "larger", data: payload });
      broken.push(...notRefused("a subscriber's large data", subscriber));
      const named = await attacker.trigger("welcome", { subscriberId: "larger", data: payload }, {});
      broken.push(...notRefused("a recipient's large data", named));
    }
    return broken;
  };
  expect(await service.brokenBy(attack)).toEqual([]);
});

test("after all attacks: the process and its PostgreSQL stop in time", async () => {
  expect(await service.brokenByStopping()).toEqual([]);
});
