import { Novu } from "@novu/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestHouse, type TestHouse } from "../testing/test-house.ts";

/**
 * `@novu/node` 2.6.6, the older client, unmodified: it speaks v1 and hands the answer on as it came, so that its callers
 * read single records from `data.data`. Its types are left aside: they are those of the answers as axios gives them.
 */

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse({ brand: "novu" });
});
afterAll(() => house.close());

async function begin() {
  const environment = await house.newEnvironment();
  const novu: any = new Novu(environment.apiKey, { backendUrl: house.url });
  return { environment, novu };
}

/** What a caller of it reads. */
const read = async (call: Promise<{ data: any }>) => (await call).data.data;
const refusal = async (call: Promise<unknown>) => {
  const { response } = await call.then(
    () => expect.unreachable("it was answered"),
    (error: any) => error,
  );
  return { status: response.status, ...response.data };
};

describe("@novu/node 2.6.6", () => {
  test("triggers events, many at once and for everybody, and cancels one", async () => {
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
    const everybody = await read(novu.broadcast("welcome", { payload: {} }));
    expect(everybody).toMatchObject({ acknowledged: true, status: "processed" });
    await environment.finished(everybody.transactionId);
    expect(await read(novu.events.cancel(everybody.transactionId))).toBe(false);
    expect(await refusal(novu.trigger("nothing", { to: "ada", payload: {} }))).toMatchObject({
      ...{ status: 422, statusCode: 422, message: "workflow_not_found" },
    });
  });

  test("lists and deletes messages", async () => {
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

  test("creates, changes, prefers and deletes integrations", async () => {
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

  test("sets and deletes the credentials of a subscriber, and creates many subscribers", async () => {
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
});
