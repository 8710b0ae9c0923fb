import { expect, test } from "vitest";
import { cut, status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { useTestService } from "../testing/test-service.ts";

const provider = await useScriptedProvider();
const service = await useTestService();

const testOf = (environment: any, name: string, to: string) =>
  environment.post(`/v1/integrations/${name}/test`, { to });

test("a test message goes past all workflows, and the response is what the provider answered", async () => {
  const environment = await service.newEnvironment("bare");
  const { identifier } = await environment.given.integration("generic-sms", `${provider.url}/sms`);
  const { status: code, body } = await testOf(environment, identifier, "+4930123");
  expect(code).toBe(200);
  expect(body).toEqual({
    outcome: "accepted",
    status: 200,
    providerMessageId: "p1",
    tookMs: expect.any(Number),
    raw: '{"id":"p1"}',
  });
  expect(provider.calls[0]?.body).toMatchObject({ to: "+4930123" });
  expect((await environment.get("/v1/messages")).body.totalCount).toBe(0);
});

test("each channel has a test message: e-mail, push and chat arrive", async () => {
  const environment = await service.newEnvironment("bare");
  for (const [id, to] of [
    ["email-webhook", "ada@example.com"],
    ["push-webhook", "device-1"],
    ["chat-webhook", `${provider.url}/chat`],
  ] as const) {
    const { identifier } = await environment.given.integration(id, `${provider.url}/${id}`);
    const { body } = await testOf(environment, identifier, to);
    expect(body, id).toMatchObject({ outcome: "accepted", status: 200 });
  }
  expect(provider.calls.map(({ path }) => path)).toEqual(["/email-webhook", "/push-webhook", "/chat"]);
});

test("a refusal is a result, not an error: its class, a sentence, the status and the raw response", async () => {
  const environment = await service.newEnvironment("bare");
  const { identifier } = await environment.given.integration("generic-sms", `${provider.url}/sms`);
  provider.script("/sms", status(401), status(400), status(429), cut);
  const results = [];
  for (let n = 0; n < 4; n += 1) results.push((await testOf(environment, identifier, "+49")).body);
  expect(results.map(({ outcome }) => outcome)).toEqual([
    "config_error",
    "rejected",
    "not_processed",
    "ambiguous",
  ]);
  expect(results[0]).toMatchObject({
    status: 401,
    reason: "The provider answered with status 401.",
    raw: "no",
  });
  expect(results[3].status).toBeUndefined();
  expect((await environment.get("/v1/dead-letters")).body.totalCount).toBe(0);
});

test("an inactive integration can be tested, an in-app or unknown one cannot", async () => {
  const environment = await service.newEnvironment("furnished");
  const { identifier } = await environment.given.integration("generic-sms", `${provider.url}/sms`);
  await environment.put(`/v1/integrations/${identifier}`, { active: false });
  expect((await testOf(environment, identifier, "+49")).body.outcome).toBe("accepted");
  const { body: all } = await environment.get("/v1/integrations");
  const inApp = all.find(({ channel }: any) => channel === "in_app");
  expect((await testOf(environment, inApp.identifier, "ada")).status).toBe(400);
  expect((await testOf(environment, "01a205bedbf3165a4a936c9b", "ada")).status).toBe(404);
  expect((await environment.post(`/v1/integrations/${identifier}/test`, {})).status).toBe(422);
});

test("more than three tests of an environment at the same time are rate limited, others are not", async () => {
  const [busy, quiet] = [await service.newEnvironment("bare"), await service.newEnvironment("bare")];
  const waiting: (() => void)[] = [];
  provider.script("/slow", ...Array(3).fill((response: any) => waiting.push(() => response.end("{}"))));
  const slow = await busy.given.integration("generic-sms", `${provider.url}/slow`);
  const quick = await quiet.given.integration("generic-sms", `${provider.url}/sms`);
  const running = Array.from({ length: 3 }, () => testOf(busy, slow.identifier, "+49"));
  await expect.poll(() => waiting.length).toBe(3);
  expect((await testOf(busy, slow.identifier, "+49")).status).toBe(429);
  expect((await testOf(quiet, quick.identifier, "+49")).status).toBe(200);
  for (const answer of waiting) answer();
  for (const { status: code } of await Promise.all(running)) expect(code).toBe(200);
  expect((await testOf(busy, slow.identifier, "+49")).status).toBe(200);
});

test("check: true asks the provider first, and stores nothing that it does not accept", async () => {
  const environment = await service.newEnvironment("bare");
  const credentials = (apiToken: string) => ({ apiToken, baseUrl: provider.url });
  const telegram = { providerId: "telegram", channel: "chat", identifier: "bot", check: true };
  const refusal = (response: any) =>
    response.writeHead(401).end('{"ok":false,"error_code":401,"description":"Unauthorized"}');
  const success = (response: any) => response.end('{"ok":true,"result":{"message_id":1}}');
  provider.script("/botwrong/getMe", refusal, refusal);
  provider.script("/botright/getMe", success, success);
  provider.script("/botright/sendMessage", success);
  const refused = await environment.post("/v1/integrations", {
    ...telegram,
    credentials: credentials("wrong"),
  });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({
    message: "Telegram did not confirm the credentials. The provider answered with status 401: Unauthorized",
    ctx: { outcome: "config_error" },
  });
  expect((await environment.get("/v1/integrations")).body).toEqual([]);

  const created = await environment.post("/v1/integrations", {
    ...telegram,
    credentials: credentials("right"),
  });
  expect(created.status).toBe(201);
  expect(created.body.checked).toEqual({
    outcome: "accepted",
    detail: "Telegram accepts the credentials.",
  });
  const update = (body: object) => environment.put("/v1/integrations/bot", body);
  expect((await update({ credentials: credentials("wrong"), check: true })).status).toBe(400);
  expect((await update({ check: true })).status).toBe(200);
  expect((await testOf(environment, "bot", "4711")).body.outcome).toBe("accepted");
  expect(provider.calls.map(({ path }) => path)).toEqual([
    "/botwrong/getMe",
    "/botright/getMe",
    "/botwrong/getMe",
    "/botright/getMe",
    "/botright/sendMessage",
  ]);
});

test("check: true of a provider that cannot be asked accepts complete credentials", async () => {
  const environment = await service.newEnvironment("bare");
  const webhook = { providerId: "email-webhook", channel: "email", check: true };
  const credentials = { webhookUrl: provider.url };
  const { status, body } = await environment.post("/v1/integrations", { ...webhook, credentials });
  expect(status).toBe(201);
  expect(body.checked).toEqual({
    outcome: "not_asked",
    detail:
      "Email webhook has no call that tests credentials without sending a message. Send a test message instead.",
  });
  const again = await environment.put(`/v1/integrations/${body._id}`, { check: true });
  expect(again.body.checked).toEqual(body.checked);
  expect((await environment.get("/v1/integrations")).body[0].checked).toBeUndefined();
  expect((await environment.post("/v1/integrations", webhook)).status).toBe(400);
  expect(provider.calls).toEqual([]);
});
