import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { codesOf } from "../testing/job-readings.ts";
import { useScriptedProvider } from "../testing/scripted-provider.ts";
import { push } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

const provider = await useScriptedProvider();
const service = await useTestService();

const [OLD, NEW] = ["ExponentPushToken[old]", "ExponentPushToken[new]"];
const ticket = (token: string | undefined) =>
  token === NEW
    ? { status: "ok", id: "t1" }
    : { status: "error", message: "not registered", details: { error: "DeviceNotRegistered" } };
const tickets =
  (...tokens: (string | undefined)[]) =>
  (response: any) =>
    response.end(JSON.stringify({ data: tokens.map(ticket) }));

/** A subscriber with two devices, one of which has removed the app. */
async function twoDevices() {
  const environment = await service.newEnvironment("bare");
  await environment.given.integration("expo", provider.url);
  await environment.given.subscriber(ada.subscriberId);
  await environment.given.credentials(ada.subscriberId, "expo", { deviceTokens: [OLD, NEW] });
  await environment.given.workflow("news", [push("Hello")]);
  return environment;
}

const tokensOf = async (environment: any) =>
  (await environment.get("/v2/subscribers/ada")).body.channels[0].credentials.deviceTokens;

test("given an invalid device token, it is removed with a detail, and the other device gets the message", async () => {
  const environment = await twoDevices();
  provider.script("/--/api/v2/push/send", tickets(OLD, NEW), tickets(NEW));
  const first = await environment.finished(await environment.trigger("news", "ada"));
  expect(codesOf(first[0]).slice(-2)).toEqual(["message_sent", "device_tokens_removed"]);
  const removed = first[0].jobs[0].executionDetails.at(-1);
  expect(removed).toMatchObject({ status: "Warning", source: "Webhook", providerId: "expo" });
  expect(JSON.parse(removed.raw)).toEqual({ removed: 1, of: 2 });
  expect(await tokensOf(environment)).toEqual([NEW]);

  await environment.finished(await environment.trigger("news", "ada"));
  expect(provider.calls.map(({ body }) => body.to)).toEqual([[OLD, NEW], [NEW]]);
});

test("given only invalid device tokens, the step fails, and the next one finds no device", async () => {
  const environment = await twoDevices();
  provider.script("/--/api/v2/push/send", tickets(OLD, "other"));
  const [failed] = await environment.finished(await environment.trigger("news", "ada"));
  expect(failed.jobs[0].status).toBe("failed");
  expect(codesOf(failed)).toContain("device_tokens_removed");
  expect(await tokensOf(environment)).toEqual([]);
  const [next] = await environment.finished(await environment.trigger("news", "ada"));
  expect(codesOf(next)).toContain("no_device_tokens");
  expect(provider.calls).toHaveLength(1);
});
