import { expect, test } from "vitest";
import { apnsCase } from "../src/simulator/vendors/apns.ts";
import { ada } from "../testing/given.ts";
import { useHttp2Receiver } from "../testing/http2-receiver.ts";
import { codesOf } from "../testing/job-readings.ts";
import { useScriptedProvider } from "../testing/scripted-provider.ts";
import { push } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

const provider = await useScriptedProvider();
let goneSince = 0;
const apple = await useHttp2Receiver((_call, response) =>
  response.writeHead(410).end(JSON.stringify({ reason: "Unregistered", timestamp: goneSince })),
);
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

test("a device that registers again while the vendor is called stays, and there is no detail of a removal", async () => {
  const environment = await twoDevices();
  const registerAgain = async () => {
    await environment.patch(`/v1/subscribers/${ada.subscriberId}/credentials`, {
      providerId: "expo",
      credentials: { deviceTokens: [OLD] },
    });
  };
  provider.script("/--/api/v2/push/send", async (response: any) => {
    await registerAgain();
    tickets(OLD, NEW)(response);
  });
  const [notification] = await environment.finished(await environment.trigger("news", "ada"));
  expect(codesOf(notification)).not.toContain("device_tokens_removed");
  expect(await tokensOf(environment)).toEqual([OLD, NEW]);

  provider.script("/--/api/v2/push/send", tickets(OLD, NEW));
  await environment.finished(await environment.trigger("news", "ada"));
  expect(await tokensOf(environment)).toEqual([NEW]);
});

test("APNs: a token registered after the moment of its 410 stays, an older one is removed", async () => {
  const environment = await service.newEnvironment("bare");
  const token = "a1".repeat(32);
  await environment.given.integration("apns", { ...apnsCase.credentials, baseUrl: apple.url });
  await environment.given.subscriber(ada.subscriberId);
  await environment.given.credentials(ada.subscriberId, "apns", { deviceTokens: [token] });
  await environment.given.workflow("news", [push("Hello")]);
  const pushed = async (goneMs: number) => {
    goneSince = goneMs;
    const [notification] = await environment.finished(await environment.trigger("news", "ada"));
    return [notification.jobs[0].status, codesOf(notification).includes("device_tokens_removed")];
  };

  expect(await pushed(1_454_948_015_990)).toEqual(["failed", false]);
  expect(await tokensOf(environment)).toEqual([token]);
  expect(JSON.stringify((await environment.get("/v2/subscribers/ada")).body)).not.toContain("registeredMs");
  expect(await pushed(Date.now() + 3_600_000)).toEqual(["failed", true]);
  expect(await tokensOf(environment)).toEqual([]);
});
