import { LIMITS } from "@tidings/contract";
import sql, { raw } from "sql-template-tag";
import { afterEach, describe, expect, test } from "vitest";
import { sealOldRows } from "../src/database/seal-old-rows.ts";
import { systemTime } from "../src/foundation/clock.ts";
import { CLEAR_CONFIGURATIONS } from "../src/integrations/sealed-integrations.ts";
import { CLEAR_ADDRESSES } from "../src/messages/sealed-address.ts";
import { CLEAR_CHANNELS } from "../src/subscribers/sealed-channels.ts";
import { ada } from "../testing/given.ts";
import { useHttpReceiver } from "../testing/receivers.ts";
import { chat, delay, email, lasting, push, sms } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, endOf, frozenAt } from "../testing/virtual-time.ts";

/** What the holder of an API key cannot do with stored secrets, and how large they may be. */

const web = await useHttpReceiver((call, response) => {
  if (call.path.startsWith("/fail")) response.writeHead(400);
  response.end(`you called ${call.path} with ${call.headers["x-key"]}`);
});
const service = await useTestService();
afterEach(() => void web.calls.splice(0));

const MASK = "••••••••";

const once = { delivery: { maxAttempts: 1 } };
const gateway = (path: string) => ({
  providerId: "generic-sms",
  channel: "sms",
  name: "Gateway",
  identifier: "gateway",
  credentials: {
    baseUrl: `${web.url}${path}`,
    apiKeyRequestHeader: "X-Key",
    apiKey: "the api key",
    secretKeyRequestHeader: "X-Secret",
    secretKey: "the secret key",
    from: "Us",
  },
});
const givenGateway = (environment: TestEnvironment, path: string) =>
  environment.given.integration("generic-sms", gateway(path).credentials, gateway(path));

describe("stored secrets", () => {
  test("given masked secrets and a changed address, the update is refused", async () => {
    const environment = await service.newEnvironment("bare");
    const shown = await givenGateway(environment, "/sms");
    expect(shown.credentials).toMatchObject({ baseUrl: `${web.url}/${MASK}`, apiKey: MASK, secretKey: MASK });
    const credentials = { ...shown.credentials, baseUrl: `${web.url}/attacker` };
    const { status, body } = await environment.put("/v1/integrations/gateway", { credentials });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(["credentials.apiKey", "credentials.secretKey"]);
    expect(body.errors["credentials.apiKey"].messages[0]).toBe(
      "credentials.apiKey is masked, and credentials.baseUrl changes where it would be sent; give credentials.apiKey again in clear",
    );
    await environment.given.workflow("one", [{ ...sms("Hi"), ...once }]);
    await environment.finished(await environment.trigger("one", ada));
    expect(web.calls.map(({ path }) => path)).toEqual(["/sms"]);
  });

  test("given masks sent back, secrets stay; given again in clear, they move to the new address", async () => {
    const environment = await service.newEnvironment("bare");
    const shown = await givenGateway(environment, "/sms");
    const { credentials } = shown;
    const renamed = await environment.put("/v1/integrations/gateway", { name: "Renamed", credentials });
    expect(renamed.body).toEqual({ ...shown, name: "Renamed" });
    const moved = { ...gateway("/moved").credentials, apiKey: "another key" };
    expect((await environment.put("/v1/integrations/gateway", { credentials: moved })).status).toBe(200);
    await environment.given.workflow("one", [{ ...sms("Hi"), ...once }]);
    await environment.finished(await environment.trigger("one", ada));
    expect(web.calls[0]).toMatchObject({ path: "/moved", headers: { "x-key": "another key" } });
  });

  test("given a damaged mask, update and creation are refused", async () => {
    const environment = await service.newEnvironment("bare");
    const shown = await givenGateway(environment, "/sms");
    for (const apiKey of [`${MASK}•`, `${MASK}x`, "•••"]) {
      const credentials = { ...shown.credentials, apiKey };
      const refused = await environment.put("/v1/integrations/gateway", { credentials });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["credentials.apiKey"]]);
      const created = { ...gateway("/sms"), identifier: "new", credentials };
      expect((await environment.post("/v1/integrations", created)).status).toBe(422);
      const configurations = { inboundWebhookSigningKey: apiKey };
      expect((await environment.put("/v1/integrations/gateway", { configurations })).status).toBe(422);
    }
  });

  test("given a provider that echoes them, secrets and the path of its URL are hidden", async () => {
    const environment = await service.newEnvironment("bare");
    await givenGateway(environment, "/fail/bot12345:token/send?pin=k7");
    await environment.given.workflow("one", [{ ...sms("Hi"), ...once }]);
    const [notification] = await environment.finished(await environment.trigger("one", ada));
    const details = JSON.stringify(notification.jobs[0].executionDetails);
    expect(details).toContain("you called *** with ***");
    for (const part of ["bot12345", "/fail", "k7", "the api key"]) expect(details).not.toContain(part);
  });
});

describe("size limits", () => {
  const long = "x".repeat(LIMITS.integrationPartBytes);

  test("an integration: 16 KiB each of credentials, configurations and conditions", async () => {
    const environment = await service.newEnvironment("bare");
    await givenGateway(environment, "/sms");
    const child = { field: "a", value: long, operator: "EQUAL", on: "payload" };
    const parts = {
      credentials: { ...gateway("/sms").credentials, serviceAccount: long },
      configurations: { inboundWebhookSigningKey: long },
      conditions: [{ isNegated: false, type: "GROUP", value: "AND", children: [child] }],
    };
    for (const [part, value] of Object.entries(parts)) {
      const bytes = Buffer.byteLength(JSON.stringify(value));
      const created = { ...gateway("/sms"), identifier: "new", [part]: value };
      for (const { status, body } of [
        await environment.put("/v1/integrations/gateway", { [part]: value }),
        await environment.post("/v1/integrations", created),
      ]) {
        expect(status).toBe(422);
        const { messages } = body.errors[part];
        expect(messages).toEqual([`${part} has ${bytes} bytes of JSON; the limit is 16384 bytes`]);
      }
    }
  });

  test("an environment: 200 integrations", async () => {
    const environment = await service.newEnvironment("bare");
    const create = (n: number) =>
      environment.post("/v1/integrations", { ...gateway("/sms"), identifier: `i-${n}` });
    // One after the other: creations of an environment wait for each other, and 20 at once on a busy machine for more than 5 s.
    for (let n = 0; n < LIMITS.integrationsCount; n += 1) expect((await create(n)).status).toBe(201);
    const refused = await create(LIMITS.integrationsCount);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      "An environment can have at most 200 integrations; this one has 200. Delete one first",
    ]);
    expect((await environment.delete("/v1/integrations/i-0")).status).toBe(200);
    expect((await create(LIMITS.integrationsCount)).status).toBe(201);
  });

  test("a subscriber: 64 KiB of chat and push credentials", async () => {
    const environment = await service.newEnvironment("bare");
    await environment.given.integration("push-webhook", `${web.url}/push`);
    await environment.given.subscriber("ada", ada);
    const path = "/v1/subscribers/ada/credentials";
    const tokens = (letter: string) => ({
      providerId: "push-webhook",
      credentials: {
        deviceTokens: Array.from({ length: 5 }, (_, n) => n + letter.repeat(LIMITS.channelsBytes / 8 - 100)),
      },
    });
    expect((await environment.put(path, tokens("a"))).status).toBe(200);
    const before = (await environment.get("/v2/subscribers/ada")).body.channels;
    const refused = await environment.patch(path, tokens("b"));
    expect(refused.status).toBe(422);
    expect(refused.body.errors.credentials.messages[0]).toMatch(
      / would have 8\d{4} bytes of JSON; the limit is 65536 bytes$/,
    );
    const twice = {
      deviceTokens: [...tokens("c").credentials.deviceTokens, ...tokens("d").credentials.deviceTokens],
    };
    expect((await environment.put(path, { ...tokens("c"), credentials: twice })).status).toBe(422);
    await environment.given.workflow("one", [{ ...push("Hi"), ...once }]);
    const channels = [{ ...tokens("e"), credentials: twice }];
    await environment.finished(await environment.trigger("one", { subscriberId: "ada", channels }));
    expect((await environment.get("/v2/subscribers/ada")).body.channels).toEqual(before);
    expect(web.calls[0]?.body.target).toEqual(tokens("a").credentials.deviceTokens);
  });
});

describe("secrets at rest", () => {
  const CANARY = "canary-of-a-secret";
  const device = `device-${CANARY}`;
  const chatUrl = () => `${web.url}/chat/${CANARY}`;

  /** Chat, push and an integration with every kind of secret, and one message sent through each. */
  async function furnished(): Promise<TestEnvironment> {
    const environment = await service.newEnvironment("bare");
    const configurations = { inboundWebhookEnabled: true, inboundWebhookSigningKey: CANARY };
    const more = { identifier: "chat", configurations };
    await environment.given.integration("chat-webhook", { secretKey: CANARY }, more);
    await environment.given.integration("push-webhook", `${web.url}/push/${CANARY}`);
    await environment.given.subscriber("ada", ada);
    await environment.given.credentials("ada", "chat-webhook", { webhookUrl: chatUrl() });
    await environment.given.credentials("ada", "push-webhook", { deviceTokens: [device] });
    await environment.given.workflow("one", [chat("hello"), push("hello")]);
    await environment.finished(await environment.trigger("one", "ada"));
    return environment;
  }

  /** What the API shows, and what the providers get. */
  async function seen(environment: TestEnvironment) {
    web.calls.splice(0);
    await environment.finished(await environment.trigger("one", "ada"));
    const messages = (await environment.get("/v1/messages?limit=2&page=1")).body.data;
    const addresses = messages.map(({ directWebhookUrl, deviceTokens }: any) => [
      directWebhookUrl,
      deviceTokens,
    ]);
    const { channels } = (await environment.get("/v2/subscribers/ada")).body;
    // The health is stored shortly after the calls.
    const { body: all } = await environment.get("/v1/integrations");
    const integrations = all.map(({ health: _, ...integration }: any) => integration);
    const calls = web.calls.map((call) => [call.path, call.body.target]).toSorted();
    return { addresses, channels, integrations, calls };
  }

  async function rowsWith(text: string): Promise<string[]> {
    const tables = await service.database.query<{ name: string }>(
      raw("select tablename as name from pg_tables where schemaname = 'public'"),
    );
    const found = tables.map(
      ({ name }) => `select '${name}' as name from ${name} t where t::text like '%${text}%'`,
    );
    const rows = await service.database.query<{ name: string }>(raw(found.join(" union all ")));
    return [...new Set(rows.map(({ name }) => name))].toSorted();
  }

  test("tables: hold no signing key, chat URL or device token in clear text", async () => {
    const environment = await furnished();
    const { addresses, channels, calls } = await seen(environment);
    expect(addresses).toContainEqual([chatUrl(), undefined]);
    expect(addresses).toContainEqual([undefined, [device]]);
    expect(channels.map(({ credentials }: any) => credentials)).toEqual([
      { webhookUrl: chatUrl() },
      { deviceTokens: [device] },
    ]);
    expect(calls).toEqual([
      [`/chat/${CANARY}`, undefined],
      [`/push/${CANARY}`, [device]],
    ]);
    expect(await rowsWith(CANARY)).toEqual([]);
  });

  test("rows of a version without sealing: are read and used, then sealed", async () => {
    const environment = await furnished();
    const before = await seen(environment);
    await service.database.query(sql`
      update subscribers set channels_sealed = null, channels = ${JSON.stringify([
        ...before.channels.map(({ _integrationId: integrationId, ...setting }: any) => ({
          ...setting,
          integrationId,
        })),
      ])}::json where environment_id = ${environment.id}`);
    await service.database.query(sql`
      update messages set address_sealed = null, webhook_url = case when channel = 'chat' then ${chatUrl()} end,
        device_tokens = case when channel = 'push' then array[${device}] end where environment_id = ${environment.id}`);
    await service.database.query(sql`
      update integrations set configurations_sealed = null, configurations = ${JSON.stringify({
        inboundWebhookEnabled: true,
        inboundWebhookSigningKey: CANARY,
      })}::json where environment_id = ${environment.id} and channel = 'chat'`);
    expect(await rowsWith(CANARY)).toEqual(["integrations", "messages", "subscribers"]);
    expect(await seen(environment)).toEqual(before);
    const { signal } = new AbortController();
    for (const clear of [CLEAR_CONFIGURATIONS, CLEAR_CHANNELS, CLEAR_ADDRESSES]) {
      expect(await sealOldRows(service.database, clear, { signal, time: systemTime })).toBeGreaterThan(0);
    }
    expect(await rowsWith(CANARY)).toEqual([]);
    expect(await seen(environment)).toEqual(before);
  });

  test("a row in clear text: is sealed by its next write", async () => {
    const environment = await furnished();
    await service.database.query(sql`
      update integrations set configurations_sealed = null, configurations = ${`{"inboundWebhookSigningKey":"${CANARY}"}`}::json
      where environment_id = ${environment.id} and channel = 'chat'`);
    expect((await environment.put("/v1/integrations/chat", { name: "New" })).status).toBe(200);
    expect(await rowsWith(CANARY)).toEqual([]);
  });
});

test("given a stored trigger with a header that cannot be sent, the step fails because of its payload", async () => {
  const environment = await frozenAt(service);
  const hook = await environment.given.integration("email-webhook", `${web.url}/mail`);
  await environment.post(`/v1/integrations/${hook._id}/set-primary`);
  await givenGateway(environment, "/sms");
  await environment.given.workflow("one", [delay(lasting(1, "hours")), email("x"), sms("x")]);
  const id = await environment.given.trigger("one", {}, { to: ada });
  // Earlier versions stored such a trigger; this one refuses it.
  const _passthrough = { headers: { "Transfer-Encoding": "chunked" } };
  const overrides = { providers: { "email-webhook": { _passthrough }, "generic-sms": { _passthrough } } };
  await service.database.query(sql`
    update triggers set overrides = ${JSON.stringify(overrides)}::json where environment_id = ${environment.id}`);
  await advance(environment, 1, "hours");
  const [, ...sending] = (await endOf(environment, id)).jobs;
  for (const job of sending) {
    const last = job.executionDetails.at(-1);
    expect(last).toMatchObject({ code: "content_failed", source: "Payload", status: "Failed" });
    expect(JSON.parse(last.raw).reason).toBe(
      "The trigger's overrides cannot be sent: in _passthrough.headers, the header Transfer-Encoding may not be set.",
    );
  }
  expect(sending).toHaveLength(2);
  expect(web.calls).toEqual([]);
});
