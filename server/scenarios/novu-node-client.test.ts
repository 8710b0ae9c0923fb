import { Novu } from "@novu/node";
import { describe, expect, test } from "vitest";
import { uncalled } from "../testing/novu-clients.ts";
import { inApp } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

/**
 * Novu's older client `@novu/node` 2.6.6, unmodified. It uses v1 and returns the axios response as it is, so that its
 * callers read single records from `data.data`. It is used as `any`, because its types are those of axios responses.
 */

const service = await useTestService({ brand: "novu" });

const calls = new Set<string>();

async function begin() {
  const environment = await service.newEnvironment();
  const novu: any = new Novu(environment.apiKey, { backendUrl: service.url });
  novu.http.interceptors.request.use((config: any) => {
    calls.add(`${config.method.toUpperCase()} /v1${config.url.split("?")[0]}`);
    return config;
  });
  return { environment, novu };
}

/** The record that a caller of the client reads. */
const read = async (call: Promise<{ data: any }>) => (await call).data.data;
const errorOf = async (call: Promise<unknown>) => {
  const { response } = await call.then(
    () => expect.unreachable("the call succeeded"),
    (error: any) => error,
  );
  return { status: response.status, ...response.data };
};

describe("@novu/node 2.6.6", () => {
  test("events: triggers one, many and a broadcast, and cancels one", async () => {
    const { environment, novu } = await begin();
    const to = { subscriberId: "ada", email: "ada@example.com" };
    const triggered = await read(novu.trigger("welcome", { to, payload: { text: "Hi" } }));
    expect(triggered).toMatchObject({ acknowledged: true, status: "processed" });
    await environment.finished(triggered.transactionId);
    const bulk = await read(
      novu.bulkTrigger([
        { name: "welcome", to: "ada", payload: {} },
        { name: "nothing", to: "ada", payload: {} },
      ]),
    );
    expect(bulk).toMatchObject([{ status: "processed" }, { status: "error" }]);
    const broadcast = await read(novu.broadcast("welcome", { payload: {} }));
    expect(broadcast).toMatchObject({ acknowledged: true, status: "processed" });
    await environment.finished(broadcast.transactionId);
    expect(await read(novu.events.cancel(broadcast.transactionId))).toBe(false);
    expect(await errorOf(novu.trigger("nothing", { to: "ada", payload: {} }))).toMatchObject({
      status: 422,
      statusCode: 422,
      message: "workflow_not_found",
    });
  });

  test("messages: lists and deletes them", async () => {
    const { environment, novu } = await begin();
    const to = { subscriberId: "ada", email: "ada@example.com" };
    const { transactionId } = await read(novu.trigger("welcome", { to, payload: {} }));
    await environment.finished(transactionId);
    const { data: page } = await novu.messages.list({ subscriberId: "ada" });
    expect(page).toMatchObject({ page: 0, totalCount: 2, data: [{ transactionId }, { transactionId }] });
    expect(await read(novu.messages.deleteById(page.data[0]._id))).toMatchObject({ status: "deleted" });
    await novu.messages.deleteByTransactionId(transactionId);
    expect((await novu.messages.list({ subscriberId: "ada" })).data.data).toEqual([]);
  });

  test("integrations: creates, updates, deletes them and sets one as primary", async () => {
    const { novu } = await begin();
    const hook = { channel: "email", name: "Hook", identifier: "hook", active: true };
    const credentials = { webhookUrl: "https://example.com/hook", secretKey: "secret" };
    const created = await read(novu.integrations.create("email-webhook", { ...hook, credentials }));
    expect(created).toMatchObject({ ...hook, providerId: "email-webhook" });
    const changed = await read(novu.integrations.update(created._id, { name: "Post" }));
    expect(changed).toMatchObject({ _id: created._id, name: "Post" });
    const primary = await read(novu.integrations.setIntegrationAsPrimary(created._id));
    expect(primary).toMatchObject({ identifier: "hook", primary: true });
    expect(await read(novu.integrations.getAll())).toHaveLength(3);
    expect(await read(novu.integrations.getActive())).toHaveLength(3);
    expect(await read(novu.integrations.delete(created._id))).toHaveLength(2);
  });

  test("subscribers: creates many at once, and sets and deletes credentials", async () => {
    const { novu } = await begin();
    const bulk = await read(novu.subscribers.bulkCreate([{ subscriberId: "ada" }, { subscriberId: "bob" }]));
    expect(bulk).toMatchObject({ created: [{ subscriberId: "ada" }, { subscriberId: "bob" }], failed: [] });
    const chat = { channel: "chat", name: "Chat", identifier: "chat", active: true, credentials: {} };
    await novu.integrations.create("chat-webhook", chat);
    const webhookUrl = "https://example.com/hook";
    const set = await read(novu.subscribers.setCredentials("ada", "chat-webhook", { webhookUrl }));
    expect(set.channels).toMatchObject([{ providerId: "chat-webhook", credentials: { webhookUrl } }]);
    expect((await novu.subscribers.deleteCredentials("ada", "chat-webhook")).status).toBe(204);
  });

  test("subscribers: identifies, lists, reads, updates and deletes them", async () => {
    const { environment, novu } = await begin();
    const chat = { channel: "chat", name: "Chat", identifier: "chat", active: true, credentials: {} };
    await novu.integrations.create("chat-webhook", chat);
    const credentials = { webhookUrl: "https://example.com/hook" };
    const channels = [{ providerId: "chat-webhook", credentials }];
    const ada = { firstName: "Ada", email: "ada@example.com", data: { plan: "pro" } };
    const made = await read(novu.subscribers.identify("ada", { ...ada, channels }));
    expect(made).toMatchObject({ subscriberId: "ada", ...ada, channels });
    expect(await read(novu.subscribers.get("ada"))).toEqual(made);
    const updated = await read(novu.subscribers.update("ada", { firstName: "Augusta" }));
    expect(updated).toMatchObject({ _id: made._id, firstName: "Augusta", email: ada.email, channels });

    for (const id of ["bob", "cleo"]) await novu.subscribers.identify(id, {});
    const { data: first } = await novu.subscribers.list(0, 2);
    const { data: second } = await novu.subscribers.list(1, 2);
    const page = { totalCount: 3, pageSize: 2 };
    expect([first, second]).toMatchObject([
      { ...page, page: 0, hasMore: true, data: [{ subscriberId: "cleo" }, { subscriberId: "bob" }] },
      { ...page, page: 1, hasMore: false, data: [{ subscriberId: "ada", _environmentId: environment.id }] },
    ]);
    const unknown = [{ providerId: "push-webhook", credentials }];
    const refused = await errorOf(novu.subscribers.identify("dora", { channels: unknown }));
    expect(refused).toMatchObject({ status: 404, message: expect.stringContaining("push-webhook") });
    expect(await errorOf(novu.subscribers.get("dora"))).toMatchObject({ status: 404 });

    expect(await read(novu.subscribers.delete("ada"))).toEqual({ acknowledged: true, status: "deleted" });
    for (const call of [() => novu.subscribers.update("ada", {}), () => novu.subscribers.delete("ada")]) {
      expect(await errorOf(call())).toMatchObject({ status: 404, message: expect.stringContaining("ada") });
    }
  });

  test("preferences: reads and changes those of a workflow and the global ones", async () => {
    const { environment, novu } = await begin();
    await novu.subscribers.identify("ada", {});
    const [{ template, preference }] = await read(novu.subscribers.getPreference("ada"));
    expect(template).toMatchObject({ critical: false, triggers: [{ type: "event", identifier: "welcome" }] });
    const all = { email: true, sms: true, in_app: true, chat: true, push: true };
    expect(preference).toMatchObject({ enabled: true, channels: all });
    const inUse = await read(novu.subscribers.getPreference("ada", { includeInactiveChannels: false }));
    expect(inUse[0].preference.channels).toEqual({ in_app: true, email: true });

    const off = { channel: { type: "email", enabled: false } };
    const changed = await read(novu.subscribers.updatePreference("ada", template._id, off));
    expect(changed).toMatchObject({ template, preference: { channels: { ...all, email: false } } });
    expect(changed.preference.overrides).toContainEqual({ channel: "email", source: "subscriber" });
    const { body: v2 } = await environment.get("/v2/subscribers/ada/preferences");
    expect(v2.workflows[0].channels).toEqual({ in_app: true, email: false });
    const none = await read(novu.subscribers.updatePreference("ada", "welcome", { enabled: false }));
    expect(none.preference).toMatchObject({ enabled: false, channels: { email: false, in_app: false } });

    const globally = { preferences: [{ type: "in_app", enabled: false }], enabled: true };
    const global = await read(novu.subscribers.updateGlobalPreference("ada", globally));
    expect(global.preference).toEqual({ enabled: true, channels: { in_app: false, email: true } });
    expect(await read(novu.subscribers.getGlobalPreference("ada"))).toEqual([global]);
    const byLevel = await read(novu.subscribers.getPreferenceByLevel("ada", "template"));
    expect(byLevel).toMatchObject([{ template, preference: { channels: { ...all, in_app: false } } }]);
    for (const call of [
      () => novu.subscribers.getPreference("nobody"),
      () => novu.subscribers.updatePreference("ada", "nothing", off),
      () => novu.subscribers.updateGlobalPreference("nobody", globally),
    ]) {
      expect(await errorOf(call())).toMatchObject({ status: 404 });
    }
    const noLevel = await errorOf(novu.subscribers.getPreferenceByLevel("ada", "none"));
    expect([noLevel.status, Object.keys(noLevel.errors)]).toEqual([422, ["parameter"]]);
  });

  test("topics: creates, lists, reads, renames and deletes them; changes their members", async () => {
    const { environment, novu } = await begin();
    for (const id of ["ada", "bob"]) await novu.subscribers.identify(id, {});
    const made = await read(novu.topics.create({ key: "news", name: "News" }));
    expect(made).toEqual({ _id: expect.any(String), key: "news" });
    const twice = await errorOf(novu.topics.create({ key: "news", name: "Other" }));
    expect(twice).toMatchObject({ status: 409, message: 'Topic with key "news" already exists' });

    const subscribers = ["bob", "ada", "nobody"];
    const added = await read(novu.topics.addSubscribers("news", { subscribers }));
    expect(added).toEqual({ succeeded: ["bob", "ada"], failed: { notFound: ["nobody"] } });
    expect(await read(novu.topics.addSubscribers("made", { subscribers: ["ada"] }))).toEqual({
      succeeded: ["ada"],
    });
    const news = { ...made, name: "News", _environmentId: environment.id, subscribers: ["bob", "ada"] };
    expect(await read(novu.topics.get("news"))).toMatchObject(news);
    expect(await read(novu.topics.checkSubscriber("news", "ada"))).toMatchObject({ topicKey: "news" });
    const renamed = await read(novu.topics.rename("news", "Daily"));
    expect(renamed).toMatchObject({ ...news, name: "Daily" });

    expect((await novu.topics.list({})).data).toMatchObject({
      page: 0,
      pageSize: 10,
      totalCount: 2,
      hasMore: false,
      data: [{ key: "made", subscribers: ["ada"] }, { key: "news" }],
    });
    expect((await novu.topics.list({ page: 1, pageSize: 1 })).data.data).toMatchObject([{ key: "news" }]);
    expect((await novu.topics.list({ key: "made" })).data).toMatchObject({
      totalCount: 1,
      data: [{ key: "made" }],
    });

    const removed = await novu.topics.removeSubscribers("news", { subscribers: ["bob", "nobody"] });
    expect(removed.status).toBe(204);
    expect((await read(novu.topics.get("news"))).subscribers).toEqual(["ada"]);
    expect((await novu.topics.delete("news")).status).toBe(204);
    for (const call of [
      () => novu.topics.get("news"),
      () => novu.topics.rename("news", "x"),
      () => novu.topics.delete("news"),
    ]) {
      expect(await errorOf(call())).toMatchObject({ status: 404 });
    }
    const { message } = await errorOf(novu.topics.removeSubscribers("news", { subscribers: ["ada"] }));
    expect(message).toBe("Topic with key news was not found");
  });

  test("in-app messages: feed, unseen count, marks, buttons, and whether a subscriber is online", async () => {
    const { environment, novu } = await begin();
    const { subscribers } = novu;
    const button = { primaryAction: { label: "Open" } };
    await environment.given.workflow("note", [inApp("Hello {{ payload.n }}", button)]);
    for (const n of [1, 2, 3]) {
      await environment.finished(await environment.trigger("note", "ada", { payload: { n } }));
    }

    // Pages and counts of lists have no envelope.
    const feed = async (query: object = {}) => (await subscribers.getNotificationsFeed("ada", query)).data;
    const contents = async (query: object = {}) => (await feed(query)).data.map((one: any) => one.content);
    const { data: messages, ...page } = await feed({ limit: 2 });
    expect(page).toEqual({ page: 0, pageSize: 2, hasMore: true, totalCount: 3 });
    expect(messages[0]).toMatchObject({ content: "Hello 3", seen: false, read: false, archived: false });
    expect(messages[0]._jobId).toMatch(/^[0-9a-f]{24}$/);
    expect(await contents({ page: 1, limit: 2 })).toEqual(["Hello 1"]);
    expect(await contents({ payload: { n: 2 } })).toEqual(["Hello 2"]);
    expect(await contents({ payload: { n: 7 } })).toEqual([]);
    const [{ _id: third }, { _id: second }] = messages;
    const unseen = async (seen: boolean) => (await read(subscribers.getUnseenCount("ada", seen))).count;
    expect(await unseen(false)).toBe(3);

    const marked = await read(subscribers.markMessageRead("ada", third));
    expect(marked).toMatchObject([{ _id: third, read: true, seen: true }]);
    expect(await read(subscribers.markMessageSeen("ada", second))).toMatchObject([
      { _id: second, read: false, seen: true },
    ]);
    expect([await unseen(false), await unseen(true)]).toEqual([1, 2]);
    expect(await contents({ read: true })).toEqual(["Hello 3"]);
    expect(await contents({ seen: false })).toEqual(["Hello 1"]);
    expect(await read(subscribers.markMessageAs("ada", third, { seen: true, read: false }))).toMatchObject([
      { read: false, seen: true },
    ]);
    const other = { messageId: [second, third, "0".repeat(24)], markAs: "unseen" };
    const unmarked = await environment.post("/v1/subscribers/ada/messages/mark-as", other);
    calls.add("POST /v1/subscribers/ada/messages/mark-as");
    expect(unmarked.body.map((one: any) => [one._id, one.seen, one.read])).toEqual([
      [third, false, false],
      [second, false, false],
    ]);
    expect(await read(subscribers.markAllMessagesAs("ada", "read"))).toBe(3);
    expect(await read(subscribers.markAllMessagesAs("ada", "read"))).toBe(0);
    expect(await errorOf(subscribers.markAllMessagesAs("ada", "read", "a-feed"))).toMatchObject({
      status: 400,
    });

    const done = { status: "done", payload: { accepted: true } };
    const pressed = await read(subscribers.markMessageActionSeen("ada", third, "primary", done));
    expect(pressed.cta.action).toMatchObject({
      status: "done",
      result: { type: "primary", payload: { accepted: true } },
    });
    const missing = subscribers.markMessageActionSeen("ada", third, "secondary", done);
    expect(await errorOf(missing)).toMatchObject({ status: 400 });

    expect(await read(subscribers.updateOnlineStatus("ada", true))).toMatchObject({ isOnline: true });
    const closedAtMs = Date.now();
    const offline = await read(subscribers.updateOnlineStatus("ada", false));
    expect(offline.isOnline).toBe(false);
    expect(Date.parse(offline.lastOnlineAt)).toBeGreaterThanOrEqual(closedAtMs);
    const again = await read(subscribers.updateOnlineStatus("ada", false));
    expect(again.lastOnlineAt).toBe(offline.lastOnlineAt);

    const unknown = { status: 400, message: "Subscriber: nobody was not found" };
    expect(await errorOf(subscribers.getNotificationsFeed("nobody", {}))).toMatchObject(unknown);
    expect(await errorOf(subscribers.getUnseenCount("nobody", false))).toMatchObject(unknown);
    for (const call of [
      () => subscribers.markAllMessagesAs("nobody", "read"),
      () => subscribers.markMessageRead("nobody", third),
      () => subscribers.updateOnlineStatus("nobody", true),
    ]) {
      expect(await errorOf(call())).toMatchObject({ ...unknown, status: 404 });
    }
  });

  test("coverage: calls every operation that older clients call", () => {
    expect(uncalled(calls, ["Older clients"])).toEqual([]);
  });
});
