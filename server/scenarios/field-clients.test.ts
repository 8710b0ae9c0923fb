import { OPERATIONS } from "@tidings/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FIELD_CLIENTS, type FieldClient } from "../testing/field-clients.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { openTestHouse, type TestHouse } from "../testing/test-house.ts";

/**
 * The field's real clients, unmodified, against the real service under their brand. They check every answer with
 * closed schemas and throw on a shape they do not know: that a call returns is already half of each story.
 */

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse({ brand: "novu" });
});
afterAll(() => house.close());

const ID = /^[0-9a-f]{24}$/;
const ada = {
  ...{ subscriberId: "ada", firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" },
  ...{ phone: "+31600000001", avatar: "https://example.com/a.png", locale: "en-GB", timezone: "Europe/London" },
  data: { plan: "pro", nested: { list: [1, "two", null] } },
};

/** A step of every type that can be created, each with all that a form would set. */
const STEPS = [
  {
    ...{ name: "Inbox", stepId: "inbox", type: "in_app" },
    controlValues: {
      ...{ subject: "Hi {{subscriber.firstName}}", body: "It says {{payload.text}}", avatar: "https://example.com/a" },
      primaryAction: { label: "Open", redirect: { url: "/open", target: "_self" } },
      ...{ redirect: { url: "https://example.com/", target: "_blank" }, data: { kind: "news" } },
    },
  },
  {
    ...{ name: "Mail", stepId: "mail", type: "email" },
    controlValues: { subject: "Hi", body: "<p>{{payload.text}}</p>", editorType: "html" },
  },
  { name: "Text", stepId: "text", type: "sms", controlValues: { body: "{{payload.text}}" } },
  { name: "Chat", stepId: "chat", type: "chat", controlValues: { body: "{{payload.text}}" } },
  { name: "Push", stepId: "push", type: "push", controlValues: { subject: "Hi", body: "{{payload.text}}" } },
  { name: "Wait", stepId: "wait", type: "delay", controlValues: { type: "regular", amount: 1, unit: "seconds" } },
  { name: "Collect", stepId: "collect", type: "digest", controlValues: { type: "regular", amount: 1, unit: "hours", digestKey: "post.id" } },
];

/** Integrations of every provider beyond the two an environment begins with. */
const INTEGRATIONS = [
  {
    ...{ providerId: "nodemailer", channel: "email", name: "Mail", identifier: "mail" },
    credentials: {
      ...{ host: "127.0.0.1", port: "2525", user: "me", password: "secret", secure: false, ignoreTls: true },
      ...{ from: "news@example.org", senderName: "News", tlsOptions: { servername: "x" } },
    },
    configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: "secret" },
  },
  {
    ...{ providerId: "email-webhook", channel: "email", name: "Hook", identifier: "hook" },
    credentials: { webhookUrl: "https://example.com/secret", secretKey: "secret" },
  },
  {
    ...{ providerId: "generic-sms", channel: "sms", name: "Gateway", identifier: "gateway" },
    credentials: {
      ...{ baseUrl: "https://example.com/sms", apiKeyRequestHeader: "X-Api-Key", apiKey: "secret" },
      ...{ secretKeyRequestHeader: "X-Secret", secretKey: "secret", idPath: "id", datePath: "date", from: "News" },
    },
  },
  {
    ...{ providerId: "push-webhook", channel: "push", name: "Push", identifier: "push" },
    credentials: { webhookUrl: "https://example.com/secret", secretKey: "secret" },
  },
  { providerId: "chat-webhook", channel: "chat", name: "Chat", identifier: "chat", credentials: {} },
];

describe.each(FIELD_CLIENTS)("the field's client $version", ({ open, errors }: FieldClient) => {
  const calls = new Set<string>();
  let environment: TestEnvironment;
  let novu: any;
  beforeAll(async () => {
    environment = await house.newEnvironment();
    novu = open(house, environment, calls);
  });

  test("creates, reads, changes, finds and deletes subscribers", async () => {
    const created = (await novu.subscribers.create(ada)).result;
    expect(created).toMatchObject({ ...ada, deleted: false, environmentId: environment.id });
    expect(created.id).toMatch(ID);
    expect((await novu.subscribers.create({ ...ada, lastName: "Byron" })).result).toMatchObject({ id: created.id, lastName: "Byron" });
    expect((await novu.subscribers.retrieve("ada")).result).toMatchObject({ ...ada, lastName: "Byron", id: created.id });
    for (const subscriberId of ["bob", "cleo@example.com"]) await novu.subscribers.create({ subscriberId });

    const erased = { firstName: null, lastName: null, email: null, phone: null, avatar: null, locale: null, data: null };
    const patched = (await novu.subscribers.patch(erased, "bob")).result;
    expect(patched).toMatchObject({ subscriberId: "bob" });
    expect([patched.firstName ?? null, patched.data ?? null]).toEqual([null, null]);
    expect((await novu.subscribers.patch({ firstName: "Bob" }, "bob")).result).toMatchObject({ firstName: "Bob" });

    const first = (await novu.subscribers.search({ limit: 2, orderDirection: "ASC", orderBy: "_id" })).result;
    expect(first).toMatchObject({ previous: null, totalCount: 3, totalCountCapped: false });
    expect(first.data.map((one: any) => one.subscriberId)).toEqual(["ada", "bob"]);
    const rest = (await novu.subscribers.search({ after: first.next, orderDirection: "ASC", orderBy: "_id" })).result;
    expect(rest.data.map((one: any) => one.subscriberId)).toEqual(["cleo@example.com"]);
    expect(rest.next).toBeNull();
    const back = (await novu.subscribers.search({ before: rest.previous, includeCursor: true, orderDirection: "ASC" })).result;
    expect(back.data.map((one: any) => one.subscriberId)).toEqual(["ada", "bob", "cleo@example.com"]);
    for (const filter of [{ email: "ada@" }, { phone: "+316" }, { name: "Ada B" }, { subscriberId: "da" }]) {
      expect((await novu.subscribers.search(filter)).result.data).toMatchObject([{ id: created.id }]);
    }
    expect((await novu.subscribers.search({ name: "nobody" })).result).toMatchObject({ data: [], totalCount: 0 });

    const again = novu.subscribers.create({ subscriberId: "bob" }, true);
    await expect(again).rejects.toBeInstanceOf(errors.SubscriberResponseDto);
    await expect(again).rejects.toMatchObject({ statusCode: 409, subscriberId: "bob" });
    expect((await novu.subscribers.delete("bob")).result).toEqual({ acknowledged: true, status: "deleted" });
    expect((await novu.subscribers.search({})).result.totalCount).toBe(2);
  });

  test("explore", async () => {
    for (const i of INTEGRATIONS) console.log((await novu.integrations.create({...i, active: true, check:false})).result);
    console.log((await novu.workflows.create({ name: "Every type", workflowId: "every", steps: STEPS, tags: ["a"], description: "d", active: true, severity: "high", payloadSchema: {type:"object",properties:{text:{type:"string"}}}, validatePayload: true })).result);
    for (const s of STEPS) console.log(JSON.stringify((await novu.workflows.steps.retrieve("every", s.stepId)).result).slice(0, 2500));
    console.log((await novu.workflows.list({})).result.workflows);
    await novu.trigger({workflowId:"every", to:"ada", payload:{text:5}}).then(console.log, (e:any) => console.log(e.constructor.name, e.message.slice(0,300)));
    console.log(calls);
  });
});
void OPERATIONS;
