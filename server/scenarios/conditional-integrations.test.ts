import { beforeEach, expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { codesOf } from "../testing/job-readings.ts";
import { useHttpReceiver } from "../testing/receivers.ts";
import { chat, email, inApp, push, sms } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

/** Integrations with conditions: which one a step uses, by the payload and the subscriber. */

let statusOf: Record<string, number> = {};
const provider = await useHttpReceiver((call, response) => {
  response.writeHead(statusOf[call.path] ?? 200).end('{"id":"p1"}');
});
const service = await useTestService();
beforeEach(() => {
  statusOf = {};
  provider.calls.length = 0;
});

const called = () => provider.calls.map(({ path }) => path);
const part = (field: string, value: string, on = "payload", operator = "EQUAL") => ({
  field,
  value,
  on,
  operator,
});
/** Step filters of one group. */
const where = (...children: object[]) => ({
  conditions: [{ isNegated: false, type: "GROUP", value: "AND", children }],
});

type Named = { name: string; path: string; more?: object };

/** An environment with SMS gateways and a workflow of one SMS. */
async function withGateways(...gateways: Named[]): Promise<TestEnvironment> {
  const environment = await service.newEnvironment("bare");
  for (const { name, path, more } of gateways) {
    await environment.given.integration("generic-sms", `${provider.url}${path}`, {
      identifier: name,
      name,
      ...more,
    });
  }
  await environment.given.workflow("otp", [sms("Code")]);
  return environment;
}

async function sent(environment: TestEnvironment, payload: object, { to = ada as object, more = {} } = {}) {
  const transactionId = await environment.trigger("otp", to, { payload, ...more });
  const [notification] = await environment.finished(transactionId);
  return notification;
}

const MAIN: Named = { name: "main", path: "/main" };
const DUTCH: Named = { name: "dutch", path: "/nl", more: where(part("country", "NL")) };

test("an integration whose conditions match precedes the primary; without a match, the primary sends", async () => {
  const environment = await withGateways(MAIN, DUTCH);
  const primaries = (await environment.get("/v1/integrations")).body.map(({ identifier, primary }: any) => [
    identifier,
    primary,
  ]);
  expect(primaries).toEqual([
    ["main", true],
    ["dutch", false],
  ]);
  await sent(environment, { country: "NL" });
  await sent(environment, { country: "DE" });
  await sent(environment, {});
  expect(called()).toEqual(["/nl", "/main", "/main"]);
});

test("conditions on the subscriber, negated groups and alternatives are step filters", async () => {
  const vip = where(part("data.plan", "pro", "subscriber"), part("total", "100", "payload", "LARGER"));
  const [group] = vip.conditions;
  const rest = { conditions: [{ ...group, isNegated: true }] };
  const environment = await withGateways(
    { name: "vip", path: "/vip", more: vip },
    { name: "rest", path: "/rest", more: rest },
  );
  const pro = { ...ada, data: { plan: "pro" } };
  await sent(environment, { total: 101 }, { to: pro });
  await sent(environment, { total: 100 }, { to: pro });
  await sent(environment, { total: 101 }, { to: { ...ada, subscriberId: "bob" } });
  expect(called()).toEqual(["/vip", "/rest", "/rest"]);
});

test("of two integrations that match, the one with the higher priority sends", async () => {
  const environment = await withGateways(
    MAIN,
    { name: "first", path: "/first", more: where(part("country", "NL")) },
    { name: "second", path: "/second", more: where(part("country", "NL")) },
  );
  await sent(environment, { country: "NL" });
  const preview = await environment.post("/v1/events/trigger/explain", {
    name: "otp",
    to: "ada",
    payload: { country: "NL" },
  });
  const [{ integration }] = preview.body.recipients[0].steps[0].messages;
  expect(called()).toEqual([`/${integration.identifier}`]);
  expect(called()).toEqual(["/second"]);
});

test("no integration matches: the step fails with a detail, no message is stored, the next step runs", async () => {
  const environment = await withGateways(DUTCH);
  await environment.given.integration("email-webhook", { webhookUrl: provider.url, from: "us@example.org" });
  await environment.given.workflow("both", [sms("Code"), email("Code")]);
  const transactionId = await environment.trigger("both", ada, { payload: { country: "DE" } });
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs.map(({ status }: any) => status)).toEqual(["failed", "completed"]);
  const detail = notification.jobs[0].executionDetails.at(-1);
  expect(detail).toMatchObject({
    code: "no_matching_integration",
    status: "Failed",
    detail: "No active integration has conditions that match",
  });
  const { data } = (await environment.get("/v1/messages")).body;
  expect(data.map(({ channel }: any) => channel)).toEqual(["email"]);
});

test("conditions are removed or changed by an update", async () => {
  const environment = await withGateways(DUTCH);
  await environment.put("/v1/integrations/dutch", { conditions: where(part("country", "BE")).conditions });
  expect(codesOf(await sent(environment, { country: "NL" }))).toContain("no_matching_integration");
  await environment.put("/v1/integrations/dutch", { conditions: [] });
  await sent(environment, { country: "NL" });
  expect(called()).toEqual(["/nl"]);
});

test("a trigger that names an integration uses it whatever its conditions", async () => {
  const environment = await withGateways(MAIN, DUTCH);
  const more = { overrides: { sms: { integrationIdentifier: "dutch" } } };
  await sent(environment, { country: "DE" }, { more });
  expect(called()).toEqual(["/nl"]);
});

test("fail-over: only integrations that match take part", async () => {
  const belgian = { name: "belgian", path: "/be", more: where(part("country", "BE")) };
  statusOf = { "/nl": 503 };
  const environment = await withGateways(belgian, DUTCH, MAIN);
  const notification = await sent(environment, { country: "NL" });
  expect(called()).toEqual(["/nl", "/main"]);
  expect(codesOf(notification)).toContain("failed_over");
});

test.each([
  ["push-webhook", { deviceTokens: ["d1"] }, push("Look")],
  ["chat-webhook", { webhookUrl: "https://example.com/hook" }, chat("Look")],
] as const)("%s: an address is used only if its integration matches", async (providerId, address, step) => {
  const environment = await service.newEnvironment("bare");
  const at = (path: string) => ({ webhookUrl: `${provider.url}${path}` });
  const credentials = "webhookUrl" in address ? { webhookUrl: `${provider.url}/own` } : address;
  await environment.given.integration(providerId, at("/own"), where(part("country", "NL")));
  await environment.given.subscriber("ada");
  await environment.given.credentials("ada", providerId, credentials);
  await environment.given.workflow("otp", [step]);
  const other = await sent(environment, { country: "DE" }, { to: { subscriberId: "ada" } });
  expect(codesOf(other)).toContain("no_matching_integration");
  expect(called()).toEqual([]);
  await sent(environment, { country: "NL" }, { to: { subscriberId: "ada" } });
  expect(called()).toEqual(["/own"]);
});

test("a condition that costs too much does not match, and a detail says so", async () => {
  const expensive = where(part("text", "x".repeat(2_000), "payload", "IN"));
  const environment = await withGateways(MAIN, { name: "costly", path: "/costly", more: expensive });
  const notification = await sent(environment, { text: "y".repeat(60_000) });
  expect(called()).toEqual(["/main"]);
  const codes = codesOf(notification);
  expect(codes).toContain("integration_condition_failed");
  expect(codes).toContain("message_sent");
});

test("in-app: the inbox is subject to its conditions, too", async () => {
  const environment = await service.newEnvironment();
  const inbox = (await environment.get("/v1/integrations")).body.find((one: any) => one.channel === "in_app");
  const { conditions } = where(part("country", "NL"));
  await environment.put(`/v1/integrations/${inbox._id}`, { conditions });
  await environment.given.workflow("otp", [inApp("Hello")]);
  expect(codesOf(await sent(environment, { country: "DE" }))).toContain("no_matching_integration");
  expect(codesOf(await sent(environment, { country: "NL" }))).toContain("message_sent");
});
