import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../client/src/index.ts";
import { createStoredResponseStore } from "../src/idempotency/stored-response-store.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

/** Novu's servers answer a single record as `{"data": record}`; the specification shows it bare. */

const SERVICES = [
  { brand: "novu", envelope: "auto", isEnveloped: true },
  { brand: "svc", envelope: "auto", isEnveloped: false },
  { brand: "svc", envelope: "on", isEnveloped: true },
  { brand: "novu", envelope: "off", isEnveloped: false },
] as const;

describe.each(SERVICES)("brand $brand, envelope $envelope", ({ brand, envelope, isEnveloped }) => {
  let service: TestService;
  let environment: TestEnvironment;
  beforeAll(async () => {
    service = await startTestService({ brand, envelope });
    environment = await service.newEnvironment();
  });
  afterAll(() => service.close());

  const request = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `ApiKey ${environment.apiKey}`, "content-type": "application/json" };
    const response = await fetch(service.url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  const record = (body: any) => {
    expect(Object.keys(body).join() === "data").toBe(isEnveloped);
    return isEnveloped ? body.data : body;
  };

  test(`single records, lists and booleans: ${isEnveloped ? "have the envelope" : "are bare"}`, async () => {
    const created = await request("POST", "/v2/subscribers", {
      subscriberId: "ada",
      data: { plan: "pro" },
    });
    expect(created.status).toBe(201);
    expect(record(created.body)).toMatchObject({ subscriberId: "ada", data: { plan: "pro" } });
    const topic = { key: "news", data: { a: 1 } };
    expect(record((await request("POST", "/v2/topics", topic)).body)).toMatchObject(topic);
    const again = await request("POST", "/v2/topics", topic);
    expect(again.status).toBe(200);
    expect(record(again.body)).toMatchObject(topic);
    const { body: integrations } = await request("GET", "/v1/integrations");
    expect(isEnveloped ? integrations.data : integrations).toHaveLength(2);
    const { body: canceled } = await request("DELETE", "/v1/events/trigger/nothing");
    expect(canceled).toEqual(isEnveloped ? { data: false } : false);
  });

  test("pages, bulk results, errors and health: the same in every service", async () => {
    const page = (await request("GET", "/v2/subscribers")).body;
    expect(page).toMatchObject({ data: expect.any(Array), totalCount: 1, next: null });
    const joined = await request("POST", "/v2/topics/news/subscriptions", { subscriberIds: ["ada"] });
    expect(joined.body).toMatchObject({ data: [{ topic: { key: "news" } }], meta: { successful: 1 } });
    expect((await request("GET", "/v2/subscribers/nobody")).body).toMatchObject({ statusCode: 404 });
    expect((await request("GET", "/v1/health-check")).body).toMatchObject({ status: "ok" });
    const removed = await request("DELETE", "/v1/subscribers/ada/credentials/chat-webhook");
    expect([removed.status, removed.body]).toEqual([204, undefined]);
  });

  test("idempotent replay: the same bytes, stored without the envelope", async () => {
    const headers = { authorization: `ApiKey ${environment.apiKey}`, "content-type": "application/json" };
    const createOnce = async () => {
      const response = await fetch(`${service.url}/v2/subscribers`, {
        method: "POST",
        headers: { ...headers, "idempotency-key": "once" },
        body: JSON.stringify({ subscriberId: "stored" }),
      });
      return { replay: response.headers.get("idempotency-replay"), text: await response.text() };
    };
    const [first, second] = [await createOnce(), await createOnce()];
    expect([first.replay, second.replay]).toEqual([null, "true"]);
    expect(second.text).toBe(first.text);
    const idempotent = { environmentId: environment.id, key: "once", fingerprint: Buffer.alloc(0) };
    const stored = await createStoredResponseStore(service.keyring).findAll(service.database, [idempotent]);
    expect(JSON.parse(stored.get(idempotent)?.body ?? "")).toEqual(record(JSON.parse(first.text)));
  });

  test("Tidings client: reads the answers", async () => {
    const { apiKey } = environment;
    const client = createClient({ url: service.url, apiKey });
    expect(await client.subscribers.get("ada")).toMatchObject({
      subscriberId: "ada",
      data: { plan: "pro" },
    });
    expect(await client.integrations.list()).toHaveLength(2);
    expect(await client.events.cancel("nothing")).toBe(false);
    expect(await client.subscribers.search()).toMatchObject({ totalCount: 2 });
  });

  test("OpenAPI document: describes these answers", async () => {
    const { paths } = (await request("GET", "/openapi.json")).body;
    const schemaOf = (path: string) => paths[path].get.responses[200].content["application/json"].schema;
    const subscriber = { $ref: "#/components/schemas/Subscriber" };
    const { properties = {}, ...bare } = schemaOf("/v2/subscribers/{subscriberId}");
    expect(isEnveloped ? properties.data : bare).toEqual(subscriber);
    expect(schemaOf("/v2/subscribers").properties.data.items).toEqual(subscriber);
    expect(schemaOf("/v1/health-check")).toEqual({ $ref: expect.stringMatching(/Health/) });
  });
});
