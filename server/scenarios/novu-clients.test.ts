import { describe, expect, test } from "vitest";
import { NOVU_CLIENTS, type NovuClient, uncalled } from "../testing/novu-clients.ts";
import { useTestService } from "../testing/test-service.ts";

/**
 * Novu's own clients, unmodified, against the service with the brand `novu`. They check every answer with closed schemas
 * and throw on an unknown shape, so a call that returns is already half of each test.
 */

const service = await useTestService({ brand: "novu" });

const ID = /^[0-9a-f]{24}$/;
const ada = {
  subscriberId: "ada",
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "+31600000001",
  avatar: "https://example.com/a.png",
  locale: "en-GB",
  timezone: "Europe/London",
  data: { plan: "pro", nested: { list: [1, "two", null] } },
};

/** A step of every type that clients can create, each with all values that a form would set. */
const STEPS = [
  {
    name: "Inbox",
    stepId: "inbox",
    type: "in_app",
    controlValues: {
      subject: "Hi {{subscriber.firstName}}",
      body: "It says {{payload.text}}",
      avatar: "https://example.com/a",
      primaryAction: { label: "Open", redirect: { url: "/open", target: "_self" } },
      redirect: { url: "https://example.com/", target: "_blank" },
      data: { kind: "news" },
    },
  },
  {
    name: "Mail",
    stepId: "mail",
    type: "email",
    controlValues: { subject: "Hi", body: "<p>{{payload.text}}</p>", editorType: "html" },
  },
  { name: "Text", stepId: "text", type: "sms", controlValues: { body: "{{payload.text}}" } },
  { name: "Chat", stepId: "chat", type: "chat", controlValues: { body: "{{payload.text}}" } },
  { name: "Push", stepId: "push", type: "push", controlValues: { subject: "Hi", body: "{{payload.text}}" } },
  {
    name: "Wait",
    stepId: "wait",
    type: "delay",
    controlValues: { type: "regular", amount: 1, unit: "seconds" },
  },
  {
    name: "Collect",
    stepId: "collect",
    type: "digest",
    controlValues: { type: "regular", amount: 1, unit: "hours", digestKey: "post.id" },
  },
];

type IntegrationInput = {
  identifier: string;
  credentials: object;
  configurations?: object;
  [field: string]: unknown;
};

/** An integration of every provider, except the two that a new environment has. */
const INTEGRATIONS: IntegrationInput[] = [
  {
    providerId: "nodemailer",
    channel: "email",
    name: "Mail",
    identifier: "mail",
    credentials: {
      host: "127.0.0.1",
      port: "2525",
      user: "me",
      password: "secret",
      secure: false,
      ignoreTls: true,
      from: "news@example.org",
      senderName: "News",
      tlsOptions: { servername: "x" },
    },
    configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: "secret" },
  },
  {
    providerId: "email-webhook",
    channel: "email",
    name: "Hook",
    identifier: "hook",
    credentials: { webhookUrl: "https://example.com/secret", secretKey: "secret" },
  },
  {
    providerId: "generic-sms",
    channel: "sms",
    name: "Gateway",
    identifier: "gateway",
    credentials: {
      baseUrl: "https://example.com/sms",
      apiKeyRequestHeader: "X-Api-Key",
      apiKey: "secret",
      secretKeyRequestHeader: "X-Secret",
      secretKey: "secret",
      idPath: "id",
      datePath: "date",
      from: "News",
    },
  },
  {
    providerId: "push-webhook",
    channel: "push",
    name: "Push",
    identifier: "push",
    credentials: { webhookUrl: "https://example.com/secret", secretKey: "secret" },
  },
  { providerId: "chat-webhook", channel: "chat", name: "Chat", identifier: "chat", credentials: {} },
];

describe.each(NOVU_CLIENTS)("@novu/api $version", ({ open, errors }: NovuClient) => {
  const calls = new Set<string>();
  const begin = async () => {
    const environment = await service.newEnvironment();
    return { environment, novu: open(service, environment, calls) };
  };

  test("subscribers: creates, reads, updates, finds and deletes them", async () => {
    const { environment, novu } = await begin();
    const created = (await novu.subscribers.create(ada)).result;
    expect(created).toMatchObject({ ...ada, deleted: false, environmentId: environment.id });
    expect(created.id).toMatch(ID);
    const updated = { ...ada, lastName: "Byron", id: created.id };
    expect((await novu.subscribers.create({ ...ada, lastName: "Byron" })).result).toMatchObject(updated);
    expect((await novu.subscribers.retrieve("ada")).result).toMatchObject(updated);

    for (const subscriberId of ["bob", "cleo@example.com"]) await novu.subscribers.create({ subscriberId });
    await novu.subscribers.patch(ada, "bob");
    const nothing = { firstName: null, email: null, phone: null, avatar: null, locale: null, timezone: null };
    const erased = (await novu.subscribers.patch({ ...nothing, data: null }, "bob")).result;
    expect(erased).toMatchObject({ subscriberId: "bob", lastName: "Lovelace" });
    for (const field of [...Object.keys(nothing), "data"]) expect(erased[field] ?? null).toBeNull();

    const ids = (page: any) => page.data.map((one: any) => one.subscriberId);
    const search = async (query: object) => (await novu.subscribers.search(query)).result;
    const first = await search({ limit: 2, orderDirection: "ASC", orderBy: "_id" });
    expect(first).toMatchObject({ previous: null, totalCount: 3, totalCountCapped: false });
    expect(ids(first)).toEqual(["ada", "bob"]);
    const rest = await search({ after: first.next, orderDirection: "ASC" });
    expect([ids(rest), rest.next]).toEqual([["cleo@example.com"], null]);
    const before = { before: rest.previous, includeCursor: true, orderDirection: "ASC" };
    expect(ids(await search(before))).toEqual(["ada", "bob", "cleo@example.com"]);
    for (const filter of [{ email: "ada@" }, { phone: "+316" }, { name: "Ada B" }, { subscriberId: "da" }]) {
      expect((await search(filter)).data).toMatchObject([{ id: created.id }]);
    }
    expect(await search({ name: "nobody" })).toMatchObject({ data: [], next: null, totalCount: 0 });

    const bulk = {
      subscribers: [{ subscriberId: "bob", phone: "1" }, { subscriberId: "dora" }, { subscriberId: "" }],
    };
    const outcome = (await novu.subscribers.createBulk(bulk)).result;
    expect(outcome).toMatchObject({
      created: [{ subscriberId: "dora" }],
      updated: [{ subscriberId: "bob" }],
    });
    expect(outcome.failed).toMatchObject([
      { message: expect.stringContaining("subscriberId"), subscriberId: "" },
    ]);
    await novu.subscribers.delete("dora");

    const again = novu.subscribers.create({ subscriberId: "bob" }, true);
    await expect(again).rejects.toBeInstanceOf(errors.SubscriberResponseDto);
    await expect(again).rejects.toMatchObject({ statusCode: 409, subscriberId: "bob" });
    const gone = { acknowledged: true, status: "deleted" };
    expect((await novu.subscribers.delete("bob")).result).toEqual(gone);
    expect((await search({})).totalCount).toBe(2);
  });

  test("integrations: creates, lists, updates and deletes all, with masked secrets", async () => {
    const { environment, novu } = await begin();
    for (const { configurations, ...input } of INTEGRATIONS) {
      const request = { ...input, ...(configurations ? { configurations } : {}), active: true };
      const created = (await novu.integrations.create(request)).result;
      const { credentials, ...plain } = input;
      expect(created).toMatchObject({
        ...plain,
        active: true,
        deleted: false,
        environmentId: environment.id,
      });
      expect(Object.values(created.credentials)).not.toContain("secret");
      expect(Object.keys(created.credentials).sort()).toEqual(Object.keys(credentials).sort());
      const same = (await novu.integrations.update({ credentials: created.credentials }, created.id)).result;
      expect(same).toEqual(created);
    }
    const known = (list: any) => list.map((one: any) => one.identifier).sort();
    const all = (await novu.integrations.list()).result;
    expect(known(all)).toEqual(["chat", "gateway", "hook", "inbox", "local-outbox", "mail", "push"]);
    expect(all.map((one: any) => one.providerId)).toEqual(expect.arrayContaining(["novu", "novu-email"]));
    const [mail, hook] = ["mail", "hook"].map((name) => all.find((one: any) => one.identifier === name));
    expect(mail).toMatchObject({
      primary: true,
      credentials: { host: "127.0.0.1", port: "2525", secure: false },
    });

    const child = { field: "email", value: "example", operator: "LIKE", on: "subscriber" };
    const conditions = [{ isNegated: false, type: "GROUP", value: "AND", children: [child] }];
    const changed = (await novu.integrations.update({ name: "Post", conditions }, mail.id)).result;
    expect(changed).toMatchObject({ id: mail.id, name: "Post", conditions, primary: false });
    expect((await novu.integrations.setAsPrimary(hook.id)).result).toMatchObject({
      id: hook.id,
      primary: true,
    });
    await novu.integrations.update({ active: false }, mail.id);
    expect(known((await novu.integrations.listActive()).result)).not.toContain("mail");
    const remaining = (await novu.integrations.delete(mail.id)).result;
    expect(known(remaining)).toEqual(["chat", "gateway", "hook", "inbox", "local-outbox", "push"]);
  });

  test("credentials: sets, extends and deletes those of a subscriber", async () => {
    const { novu } = await begin();
    for (const integration of INTEGRATIONS) await novu.integrations.create(integration);
    await novu.subscribers.create(ada);
    const { update, append, delete: remove } = bound(novu.subscribers.credentials);
    const webhookUrl = "https://example.com/hook";
    await update({ providerId: "chat-webhook", credentials: { webhookUrl, channel: "general" } }, "ada");
    const tokens = (deviceTokens: string[]) => ({
      providerId: "push-webhook",
      credentials: { deviceTokens },
    });
    await update({ ...tokens(["t1"]), integrationIdentifier: "push" }, "ada");
    const { channels } = (await append(tokens(["t2"]), "ada")).result;
    expect(channels).toMatchObject([
      { providerId: "chat-webhook", credentials: { webhookUrl, channel: "general" } },
      { ...tokens(["t1", "t2"]), integrationIdentifier: "push" },
    ]);
    expect(channels[1].integrationId).toMatch(ID);
    await remove("ada", "chat-webhook");
    const { result: read } = await novu.subscribers.retrieve("ada");
    expect(read.channels).toMatchObject([tokens(["t1", "t2"])]);
    expect((await novu.subscribers.search({ subscriberId: "ada" })).result.data[0].channels).toHaveLength(1);
  });

  test("workflows: creates, reads, replaces, updates and deletes every step type", async () => {
    const { environment, novu } = await begin();
    const description = {
      name: "Every type",
      workflowId: "every",
      description: "All of them",
      tags: ["a", "b"],
    };
    const payloadSchema = { type: "object", properties: { text: { type: "string" } } };
    const input = { ...description, active: true, severity: "high", payloadSchema, validatePayload: false };
    const created = (await novu.workflows.create({ ...input, steps: STEPS })).result;
    expect(created).toMatchObject({ ...input, origin: "novu-cloud", preferences: { user: null } });
    expect(created.steps).toMatchObject(STEPS.map(({ stepId, type, name }) => ({ stepId, type, name })));
    for (const name of ["every", created.id, created.slug]) {
      expect((await novu.workflows.get(name)).result).toEqual(created);
    }
    for (const [index, { controlValues, ...step }] of STEPS.entries()) {
      const { id, slug } = created.steps[index];
      const read = (await novu.workflows.steps.retrieve("every", step.stepId)).result;
      expect(read).toMatchObject({ ...step, id, controlValues, workflowDatabaseId: created.id });
      expect(read.controls).toMatchObject({
        dataSchema: { type: "object" },
        uiSchema: { group: expect.any(String) },
      });
      expect(read.variables.properties.payload).toEqual(payloadSchema);
      expect((await novu.workflows.steps.retrieve(created.id, id)).result).toEqual(read);
      expect((await novu.workflows.steps.retrieve(created.slug, slug)).result).toEqual(read);
    }

    const list = async (query: object) => (await novu.workflows.list(query)).result;
    const { workflows, totalCount } = await list({ limit: 1, orderBy: "createdAt", orderDirection: "DESC" });
    expect([totalCount, workflows.length]).toEqual([2, 1]);
    expect(workflows[0]).toMatchObject({ id: created.id, stepTypeOverviews: STEPS.map(({ type }) => type) });
    const found = await list({ query: "every", tags: ["a"], status: ["ACTIVE", "ERROR"] });
    expect(found.workflows).toMatchObject([{ id: created.id }]);

    const channels = { email: { enabled: false } };
    const preferences = { user: { all: { enabled: true, readOnly: true }, channels } };
    const [inbox, mail] = created.steps;
    const kept = {
      id: mail.id,
      stepId: "mail",
      name: "Post",
      type: "email",
      controlValues: { subject: "Ho" },
    };
    const replacement = { ...description, name: "Two", preferences, origin: "novu-cloud", active: true };
    const steps = [kept, { name: "New", type: "in_app", controlValues: { body: "x" } }];
    const replaced = (await novu.workflows.update({ ...replacement, steps }, "every")).result;
    expect(replaced).toMatchObject({ id: created.id, workflowId: "every", name: "Two", preferences });
    expect(replaced.steps).toMatchObject([{ id: mail.id, name: "Post" }, { type: "in_app" }]);
    expect(replaced.steps.map((step: any) => step.id)).not.toContain(inbox.id);
    // The clients fill in "block" for every email without an editor type.
    expect(replaced.steps[0].controls.values).toMatchObject({ subject: "Ho", editorType: "block" });
    const sibling = await service.newEnvironment("bare", environment.organizationId);
    const target = { targetEnvironmentId: sibling.id };
    await expect(novu.workflows.sync(target, "every")).rejects.toMatchObject({ statusCode: 403 });
    const both = open(service, environment, calls, sibling.apiKey);
    const synced = (await both.workflows.sync(target, "every")).result;
    expect(synced).toMatchObject({ workflowId: "every", name: "Two", preferences });
    const patched = (await novu.workflows.patch({ active: false, tags: [] }, "every")).result;
    expect(patched).toMatchObject({ active: false, status: "INACTIVE", tags: [], name: "Two" });
    await novu.workflows.delete("every");
    expect((await list({})).workflows).toMatchObject([{ workflowId: "welcome" }]);
  });

  test("coverage: calls every operation for subscribers, integrations and workflows", () => {
    expect(uncalled(calls, ["Subscribers", "Integrations", "Workflows"])).toEqual([]);
  });
});

/** The methods of a part of the client, bound to it. */
function bound(part: any): any {
  return new Proxy(part, { get: (target, name) => target[name].bind(target) });
}
