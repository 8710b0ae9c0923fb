import { describe, expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { NOVU_CLIENTS, type NovuClient, uncalled } from "../testing/novu-clients.ts";
import { useHttpReceiver } from "../testing/receivers.ts";
import { chat, delay, digest, email, inApp, push, sms } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance } from "../testing/virtual-time.ts";

/** Every possible outcome of a notification, as Novu's own clients read it. */

const web = await useHttpReceiver((call, response) => {
  if (call.path === "/down") response.writeHead(500);
  response.end('{"id":"r1"}');
});
const service = await useTestService({ brand: "novu" });

const HOURS = { type: "regular", amount: 2, unit: "hours" };
const COLLECT = digest(HOURS);
const OPEN = { label: "Open", redirect: { url: "/open", target: "_self" } };
const TEXT = "{{payload.text}}";
const INBOX = inApp(TEXT, { subject: "Hi {{subscriber.firstName}}", primaryAction: OPEN });
const MAIL = email("<p>{{payload.text}}</p>", { subject: "Hi" });
const HOUR = delay(HOURS);
const CHANNELS = [INBOX, MAIL, sms(TEXT), chat(TEXT), push(TEXT, { subject: "Hi" })];

describe.each(NOVU_CLIENTS)("@novu/api $version", ({ open }: NovuClient) => {
  const calls = new Set<string>();
  const begin = async () => {
    const environment = await service.newEnvironment("test");
    const novu = open(service, environment, calls);
    const create = async (steps: object[]) =>
      (await novu.workflows.create({ name: "News", workflowId: "news", active: true, steps })).result;
    const integrate = (providerId: string, channel: string, credentials: object) =>
      novu.integrations.create({ providerId, channel, credentials, active: true });
    const trigger = async (to: unknown, payload: object = { text: "x" }) =>
      (await novu.trigger({ workflowId: "news", to, payload })).result.transactionId;
    /** The finished notification of a trigger, as the client reads it. */
    const outcome = async (transactionId: string) => {
      const [{ _id }] = (await environment.finished(transactionId)) as [any];
      return (await novu.notifications.retrieve(_id)).result;
    };
    const messages = async (query: object) => (await novu.messages.retrieve(query)).result;
    return { environment, novu, create, integrate, trigger, outcome, messages };
  };

  test("events: triggers one, many and a broadcast; reads and deletes their results", async () => {
    const { environment, novu, create, messages } = await begin();
    const workflow = await create([COLLECT, INBOX, MAIL]);
    const event = { workflowId: "news", to: ada, payload: { text: "one" }, transactionId: "first" };
    const processed = { acknowledged: true, status: "processed" };
    const first = (await novu.trigger({ ...event, overrides: { providers: { ses: { a: 1 } } } })).result;
    expect(first).toEqual({ ...processed, transactionId: "first" });
    await settled(environment);
    const next = { ...event, to: ["ada"], payload: { text: "two" }, transactionId: "second" };
    const bulk = (await novu.triggerBulk({ events: [next, { workflowId: "unknown", to: "ada" }] })).result;
    expect(bulk).toMatchObject([
      processed,
      { acknowledged: true, status: "error", error: ["workflow_not_found"] },
    ]);
    await settled(environment);
    await advance(environment, 2, "hours");
    const [main] = await environment.finished("first");
    const [merged] = await environment.finished("second");

    const read = (await novu.notifications.retrieve(main._id)).result;
    expect(read).toMatchObject({
      id: main._id,
      transactionId: "first",
      templateId: workflow.id,
      environmentId: environment.id,
      payload: { text: "one" },
      channels: ["digest", "in_app", "email"],
      severity: "none",
      subscriber: { subscriberId: "ada", firstName: "Ada", email: "ada@example.com" },
      template: { id: workflow.id, name: "News", origin: "novu-cloud", triggers: [{ identifier: "news" }] },
    });
    expect(read.jobs.map(outline)).toEqual([
      ["digest", "completed", "novu"],
      ["in_app", "completed", "novu"],
      ["email", "completed", "novu-email"],
    ]);
    expect(read.jobs[0].digest).toEqual({ ...HOURS, events: [{ text: "one" }, { text: "two" }] });
    const other = (await novu.notifications.retrieve(merged._id)).result;
    expect(other.digestedNotificationId).toBe(main._id);
    expect(other.jobs.map(outline)).toEqual([
      ["digest", "merged", "novu"],
      ["in_app", "merged", "novu"],
      ["email", "merged", "novu-email"],
    ]);
    const filter = {
      channels: ["email"],
      templates: [workflow.id],
      subscriberIds: ["ada"],
      limit: 1,
      page: 1,
    };
    const listed = (await novu.notifications.list({ ...filter, emails: ["ada@example.com"] })).result;
    expect(listed).toMatchObject({ page: 1, pageSize: 1, data: [{ id: main._id, transactionId: "first" }] });

    const page = await messages({ transactionId: ["first", "second"], subscriberId: "ada" });
    expect(page).toMatchObject({ totalCount: 2, hasMore: false, page: 0, pageSize: 10 });
    const [email, inApp] = page.data;
    const common = {
      transactionId: "first",
      notificationId: main._id,
      templateId: workflow.id,
      status: "sent",
    };
    expect(email).toMatchObject({
      ...common,
      channel: "email",
      email: ada.email,
      providerId: "novu-email",
      content: "<p>one</p>",
    });
    expect(inApp).toMatchObject({
      ...common,
      channel: "in_app",
      subject: "Hi Ada",
      content: "one",
      read: false,
      seen: false,
      providerId: "novu",
      subscriber: { subscriberId: "ada", firstName: "Ada" },
      cta: { action: { buttons: [{ type: "primary", content: "Open" }] } },
    });
    expect((await messages({ channel: "email", limit: 1 })).data).toMatchObject([{ id: email.id }]);

    const { transactionId } = (await novu.triggerBroadcast({ name: "welcome", payload: { text: "all" } }))
      .result;
    await environment.finished(transactionId);
    expect((await messages({ transactionId: [transactionId] })).totalCount).toBe(2);
    await novu.messages.deleteByTransactionId(transactionId, "email");
    expect((await messages({})).totalCount).toBe(3);
    expect((await novu.messages.delete(inApp.id)).result).toEqual({ acknowledged: true, status: "deleted" });
    expect((await messages({})).data.map((one: any) => one.id)).not.toContain(inApp.id);
    expect((await novu.cancel("first")).result).toBe(false);
  });

  test("notifications: reads one that was sent on every channel", async () => {
    const { novu, create, integrate, trigger, outcome, messages } = await begin();
    await integrate("generic-sms", "sms", {
      baseUrl: `${web.url}/sms`,
      apiKeyRequestHeader: "X-Key",
      apiKey: "k",
      idPath: "id",
      secretKeyRequestHeader: "X-Secret",
      secretKey: "s",
      datePath: "date",
      from: "News",
    });
    await integrate("chat-webhook", "chat", {});
    await integrate("push-webhook", "push", { webhookUrl: `${web.url}/push` });
    await novu.subscribers.create(ada);
    const webhookUrl = `${web.url}/chat`;
    const { credentials } = novu.subscribers;
    await credentials.update({ providerId: "chat-webhook", credentials: { webhookUrl } }, "ada");
    await credentials.update({ providerId: "push-webhook", credentials: { deviceTokens: ["t1"] } }, "ada");
    await create(CHANNELS);
    const notification = await outcome(await trigger("ada"));
    expect(notification.jobs.map(outline)).toEqual([
      ["in_app", "completed", "novu"],
      ["email", "completed", "novu-email"],
      ["sms", "completed", "generic-sms"],
      ["chat", "completed", "chat-webhook"],
      ["push", "completed", "push-webhook"],
    ]);
    for (const job of notification.jobs) expect(job.executionDetails.at(-1).status).toBe("Success");
    const { data } = await messages({ transactionId: [notification.transactionId] });
    expect(new Set(data.map((one: any) => one.notificationId))).toEqual(new Set([notification.id]));
    expect(data.map(({ channel, status }: any) => [channel, status])).toEqual(
      ["push", "chat", "sms", "email", "in_app"].map((channel) => [channel, "sent"]),
    );
    expect(data).toMatchObject([
      { deviceTokens: ["t1"], providerId: "push-webhook", title: "Hi", content: "x", cta: {} },
      { directWebhookUrl: webhookUrl, providerId: "chat-webhook" },
      { phone: ada.phone, providerId: "generic-sms" },
      { email: ada.email },
      { subject: "Hi Ada" },
    ]);
  });

  test("notifications: reads failures: no integration, no address, a failing provider", async () => {
    const { environment, novu, create, integrate, trigger, outcome, messages } = await begin();
    const workflow = await create(CHANNELS);
    const issues = workflow.steps.map((step: any) => Object.keys(step.issues?.integration ?? {}).length);
    expect([workflow.status, issues]).toEqual(["ERROR", [0, 0, 1, 1, 1]]);
    const bare = await outcome(await trigger("nobody"));
    expect(bare.jobs.map(outline)).toEqual([
      ["in_app", "completed", "novu"],
      ["email", "failed", "novu-email"],
      ...["sms", "chat", "push"].map((type) => [type, "failed", "novu"]),
    ]);
    expect(bare.subscriber).toEqual({ id: expect.any(String), subscriberId: "nobody" });
    const { data } = await messages({ subscriberId: "nobody", channel: "email" });
    expect(data).toMatchObject([{ status: "error", errorId: "mail_unexpected_error" }]);
    expect(data[0].errorText).toBeTruthy();

    await integrate("email-webhook", "email", { webhookUrl: `${web.url}/down` });
    await integrate("chat-webhook", "chat", {});
    await integrate("push-webhook", "push", { webhookUrl: `${web.url}/push` });
    // One attempt instead of hours of retries; Novu's clients have no field for this.
    for (const { _id } of (await environment.get("/v1/integrations")).body) {
      await environment.put(`/v1/integrations/${_id}`, { delivery: { maxAttempts: 1, failover: false } });
    }
    const down = await outcome(await trigger(ada));
    expect(down.jobs.map(outline)).toEqual([
      ["in_app", "completed", "novu"],
      ["email", "failed", "email-webhook"],
      ["sms", "failed", "novu"],
      ["chat", "failed", "chat-webhook"],
      ["push", "failed", "push-webhook"],
    ]);
    const last = down.jobs[1].executionDetails.at(-1);
    expect(last).toMatchObject({ status: "Failed", source: "Webhook", providerId: "email-webhook" });
    expect(last.raw).toContain("500");
    const page = (await novu.notifications.list({ limit: 1 })).result;
    expect(page).toMatchObject({ hasMore: true, data: [{ id: down.id }] });
    const failed = await messages({ transactionId: [down.transactionId], channel: "email" });
    expect(failed.data).toMatchObject([{ status: "error", providerId: "email-webhook", email: ada.email }]);
  });

  test("notifications: reads a waiting one, cancels it, and reads it again", async () => {
    const { environment, novu, create, trigger, outcome, messages } = await begin();
    await create([HOUR, INBOX]);
    const transactionId = await trigger(ada);
    const path = `/v1/notifications?transactionId=${transactionId}`;
    await environment.until(path, ({ data }) => data[0]?.jobs[0]?.status === "delayed");
    const [waiting] = (await novu.notifications.list({ transactionId })).result.data;
    expect(waiting.jobs.map(outline)).toEqual([
      ["delay", "delayed", "novu"],
      ["in_app", "pending", "novu"],
    ]);
    expect((await novu.cancel(transactionId)).result).toBe(true);
    const canceled = await outcome(transactionId);
    expect(canceled.id).toBe(waiting.id);
    expect(canceled.jobs.map(({ status }: any) => status)).toEqual(["canceled", "canceled"]);
    expect((await novu.cancel(transactionId)).result).toBe(false);
    expect(await messages({ transactionId: [transactionId] })).toMatchObject({ data: [], totalCount: 0 });
  });

  test("notifications: reads one whose workflow and subscriber are deleted", async () => {
    const { novu, create, trigger, outcome, messages } = await begin();
    const { id: templateId } = await create([INBOX, MAIL]);
    const before = await outcome(await trigger([ada]));
    await novu.workflows.delete("news");
    const { data } = await messages({ transactionId: [before.transactionId] });
    expect(data).toMatchObject([{ channel: "email", templateId }, { channel: "in_app" }]);
    await novu.subscribers.delete("ada");
    const after = (await novu.notifications.retrieve(before.id)).result;
    expect(after).toMatchObject({ id: before.id, templateId, subscriberId: before.subscriberId });
    expect([after.template, after.subscriber]).toEqual([undefined, undefined]);
    expect(after.jobs.map(outline)).toEqual(before.jobs.map(outline));
    expect(await messages({})).toMatchObject({ data: [], totalCount: 0 });
    expect((await novu.notifications.list({})).result.data).toMatchObject([{ id: before.id }]);
  });

  test("coverage: calls every operation for events, messages and notifications", () => {
    expect(uncalled(calls, ["Events", "Messages", "Notifications"])).toEqual([]);
  });
});

function outline({ type, status, providerId }: any): string[] {
  return [type, status, providerId];
}
