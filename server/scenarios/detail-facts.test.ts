import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { delay, email, inApp, lasting, throttle } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt, goTo, runOf } from "../testing/virtual-time.ts";

const provider = await useScriptedProvider();
const service = await useTestService();

/** The facts of the newest detail with this code. */
function factsOf(notification: any, code: string): any {
  const details = notification.jobs.flatMap(({ executionDetails }: any) => executionDetails);
  return JSON.parse(details.findLast((detail: any) => detail.code === code).raw);
}

test("an unmet condition says its rule and the values of its variables, huge ones in short", async () => {
  const environment = await frozenAt(service);
  const rule = {
    and: [
      { "==": [{ var: "payload.vip" }, true] },
      { "!=": [{ var: "subscriber.firstName" }, ""] },
      { in: ["x", { var: "payload.list" }] },
      { "==": [{ var: "payload.text" }, "x"] },
      { "==": [{ var: "payload.missing" }, "x"] },
    ],
  };
  await environment.given.workflow("vip", [inApp("x", { skip: rule })]);
  const payload = { vip: false, list: Array(20_000).fill("item"), text: "y".repeat(100_000) };
  const transactionId = await environment.given.trigger("vip", payload, { to: ada });
  const facts = factsOf(await runOf(environment, transactionId), "condition_not_met");
  expect(facts).toEqual({
    rule,
    values: {
      "payload.vip": false,
      "subscriber.firstName": "Ada",
      "payload.list": "… (20000 items)",
      "payload.text": `${"y".repeat(200)}…`,
      "payload.missing": null,
    },
  });
  const long = { "==": [{ var: "payload.vip" }, "z".repeat(3_000)] };
  await environment.given.workflow("long", [inApp("x", { skip: long })]);
  const second = await environment.given.trigger("long", { vip: 1 });
  expect(factsOf(await runOf(environment, second), "condition_not_met")).toEqual({
    values: { "payload.vip": 1 },
  });
});

test("a preference says which layers have a choice for the channel, the deciding one first, and since when", async () => {
  const environment = await frozenAt(service);
  await environment.given.workflow("news", [inApp("x")]);
  await environment.given.preference("ada", { channels: { in_app: false } });
  const first = await runOf(environment, await environment.given.trigger("news"));
  expect(factsOf(first, "filtered_by_global")).toMatchObject({
    channels: { in_app: false },
    layers: [
      { layer: "global", value: false, at: expect.stringMatching(/^\d{4}-.*Z$/) },
      { layer: "workflow", value: true },
    ],
  });
  await environment.given.preference("ada", { channels: { in_app: true } });
  await environment.given.preference("ada", { workflowId: "news", channels: { in_app: false } });
  const second = await runOf(environment, await environment.given.trigger("news"));
  const { layers } = factsOf(second, "filtered_by_subscriber");
  expect(layers.map(({ layer, value }: any) => [layer, value])).toEqual([
    ["subscriber_workflow", false],
    ["global", true],
    ["workflow", true],
  ]);
});

test("quiet hours say what time it was for the subscriber and when they end", async () => {
  const environment = await frozenAt(service, "2026-01-05T22:10:00.000Z");
  await environment.given.subscriber("ada", { ...ada, timezone: "Europe/Amsterdam" });
  const hours = { isEnabled: true, hours: [{ start: "08:00 AM", end: "05:00 PM" }] };
  const weeklySchedule = { monday: hours, tuesday: hours };
  await environment.patch("/v2/subscribers/ada/preferences", {
    schedule: { isEnabled: true, weeklySchedule },
  });
  await environment.given.workflow("mail", [email("x")]);
  const facts = { localTime: "23:10", opensAt: "2026-01-06T07:00:00.000Z", zone: "Europe/Amsterdam" };
  const skipped = await runOf(environment, await environment.given.trigger("mail"));
  expect(factsOf(skipped, "outside_schedule")).toEqual(facts);
  await environment.given.workflow("later", [
    delay({ ...lasting(1, "minutes"), extendToSchedule: true }),
    inApp("x"),
  ]);
  const transactionId = await environment.given.trigger("later");
  await goTo(environment, "2026-01-05T22:11:00.000Z");
  expect(factsOf(await runOf(environment, transactionId), "extended_to_schedule")).toEqual({
    ...facts,
    localTime: "23:11",
    untilDate: facts.opensAt,
  });
});

test("a throttle says how many passed in which window", async () => {
  const environment = await frozenAt(service);
  await environment.given.workflow("often", [throttle({ ...lasting(1, "hours"), threshold: 1 }), inApp("x")]);
  await environment.given.trigger("often");
  await advance(environment, 1, "minutes");
  const second = await runOf(environment, await environment.given.trigger("often"));
  expect(factsOf(second, "throttle_exceeded")).toMatchObject({
    executionCount: 2,
    threshold: 1,
    windowStart: "2026-01-01T00:00:00.000Z",
    throttledUntil: "2026-01-01T01:00:00.000Z",
  });
});

test("attempts say how long the provider took and with which status it answered", async () => {
  const environment = await frozenAt(service);
  await environment.given.integration("email-webhook", `${provider.url}/a`);
  await environment.given.workflow("mail", [email("x")]);
  provider.script("/a", status(503));
  const transactionId = await environment.given.trigger("mail", {}, { to: ada });
  const failed = factsOf(await runOf(environment, transactionId), "attempt_failed");
  expect(failed).toMatchObject({ status: 503, tookMs: expect.any(Number) });
  await advance(environment, 1, "hours");
  const sent = factsOf(await runOf(environment, transactionId), "message_sent");
  expect(sent).toMatchObject({ status: 200, tookMs: expect.any(Number) });
});
