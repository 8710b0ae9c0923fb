import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { useHttpReceiver } from "../testing/receivers.ts";
import { chat } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

const RESPONSES: Record<string, object> = {
  "/bot1:t/sendMessage": { ok: true, result: { message_id: 7 } },
  "/106/messages": { messages: [{ id: "wamid.1" }] },
  "/chat.postMessage": { ok: true, ts: "1.2" },
};
const vendor = await useHttpReceiver(({ path }, response) =>
  response.end(RESPONSES[path] ? JSON.stringify(RESPONSES[path]) : "ok"),
);
const service = await useTestService();

async function environmentWith(providerId: "telegram" | "whatsapp-business" | "slack", credentials: object) {
  const environment = await service.newEnvironment("bare");
  await environment.given.integration(providerId, { ...credentials, baseUrl: vendor.url }, { check: false });
  await environment.given.subscriber("ada", { phone: ada.phone });
  await environment.given.workflow("one", [chat("Hi Ada")]);
  return environment;
}

/** The request that a trigger for ada causes, and its message. */
async function sent(environment: Awaited<ReturnType<typeof environmentWith>>) {
  vendor.calls.length = 0;
  const transactionId = await environment.trigger("one", "ada");
  await environment.finished(transactionId);
  const { body } = await environment.get(`/v1/messages?transactionId=${transactionId}`);
  return { call: vendor.calls[0], message: body.data[0] };
}

test("Telegram: a chat id in the channel settings is the address, without a URL", async () => {
  const environment = await environmentWith("telegram", { apiToken: "1:t" });
  await environment.given.credentials("ada", "telegram", { channel: "987" });
  const { call, message } = await sent(environment);
  expect(call).toMatchObject({ path: "/bot1:t/sendMessage", body: { chat_id: "987", text: "Hi Ada" } });
  expect(message).toMatchObject({ status: "sent", providerId: "telegram" });
});

test("WhatsApp: the number in the channel settings is used, otherwise the subscriber's phone", async () => {
  const credentials = { apiToken: "t", phoneNumberIdentification: "106" };
  const environment = await environmentWith("whatsapp-business", credentials);
  await environment.given.credentials("ada", "whatsapp-business", {});
  expect((await sent(environment)).call?.body).toMatchObject({ to: ada.phone });
  await environment.given.credentials("ada", "whatsapp-business", { channel: "+4915" });
  expect((await sent(environment)).call?.body).toMatchObject({ to: "+4915" });
});

test("Slack: with a bot token and a channel the bot posts, otherwise the webhook is called", async () => {
  const bot = await environmentWith("slack", { apiToken: "xoxb-1" });
  await bot.given.credentials("ada", "slack", { channel: "C1" });
  const { call } = await sent(bot);
  expect(call).toMatchObject({ path: "/chat.postMessage", body: { channel: "C1", text: "Hi Ada" } });
  expect(call?.headers.authorization).toBe("Bearer xoxb-1");

  const hook = await environmentWith("slack", {});
  await hook.given.credentials("ada", "slack", { webhookUrl: `${vendor.url}/hook`, channel: "C1" });
  expect((await sent(hook)).call).toMatchObject({ path: "/hook", body: { text: "Hi Ada" } });
});

test("given a channel without a bot token or URL, the message has the error and nothing is sent", async () => {
  const environment = await environmentWith("slack", {});
  await environment.given.credentials("ada", "slack", { channel: "C1" });
  const { call, message } = await sent(environment);
  expect(call).toBeUndefined();
  expect(message).toMatchObject({
    status: "error",
    errorId: "provider_recipient_error",
    errorText: expect.stringContaining("no webhookUrl"),
  });
});
