import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { LIMITS, OPERATIONS } from "@tidings/contract";
import { describe, expect, test } from "vitest";
import type { Answer } from "../testing/caller.ts";
import { environmentRows } from "../testing/environment-rows.ts";
import { startTestService, useTestService } from "../testing/test-service.ts";

const service = await useTestService();
const environment = await service.newEnvironment();

/** An object of exactly this number of bytes of JSON. */
const ofBytes = (bytes: number) => ({ text: "x".repeat(bytes - '{"text":""}'.length) });
const [PAYLOAD, SMALL] = [LIMITS.payloadBytes, LIMITS.dataBytes];
const trigger = (more: object) =>
  environment.post("/v1/events/trigger", { name: "welcome", to: "ada", ...more });
const bulk = (...more: object[]) =>
  environment.post("/v1/events/trigger/bulk", {
    events: more.map((one) => ({ name: "welcome", to: "ada", ...one })),
  });

const REFUSED: [body: string, field: string, limit: number, send: (value: object) => Promise<Answer>][] = [
  ["trigger", "payload", PAYLOAD, (payload) => trigger({ payload })],
  ["trigger", "overrides", SMALL, (overrides) => trigger({ overrides })],
  ["trigger", "to.data", SMALL, (data) => trigger({ to: { subscriberId: "b", data } })],
  ["trigger", "to.1.data", SMALL, (data) => trigger({ to: ["ada", { subscriberId: "b", data }] })],
  ["trigger", "actor.data", SMALL, (data) => trigger({ actor: { subscriberId: "b", data } })],
  ["trigger", "tenant.data", SMALL, (data) => trigger({ tenant: { identifier: "t", data } })],
  ["trigger", "context.region.data", SMALL, (data) => trigger({ context: { region: { id: "eu", data } } })],
  ["bulk trigger", "events.1.payload", PAYLOAD, (payload) => bulk({}, { payload })],
  [
    "broadcast",
    "payload",
    PAYLOAD,
    (payload) => environment.post("/v1/events/trigger/broadcast", { name: "welcome", payload }),
  ],
  [
    "explain",
    "payload",
    PAYLOAD,
    (payload) => environment.post("/v1/events/trigger/explain", { name: "welcome", to: "ada", payload }),
  ],
  [
    "new subscriber",
    "data",
    SMALL,
    (data) => environment.post("/v2/subscribers", { subscriberId: "c", data }),
  ],
  ["subscriber update", "data", SMALL, (data) => environment.patch("/v2/subscribers/known", { data })],
  ["new topic", "data", SMALL, (data) => environment.post("/v2/topics", { key: "new", data })],
  ["topic update", "data", SMALL, (data) => environment.patch("/v2/topics/known", { data })],
];

test.each(REFUSED)(
  "byte limits: %s with %s above %i bytes gets 422 and changes nothing",
  async (_body, field, limit, send) => {
    await environment.given.subscriber("known");
    await environment.given.topic("known");
    const before = await environmentRows(service.database, environment.id);
    const { status, body } = await send(ofBytes(limit + 1));
    const number = (count: number) => count.toLocaleString("en-US");
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      [field]: {
        messages: [`${field} has ${number(limit + 1)} bytes of JSON; the limit is ${number(limit)}`],
      },
    });
    expect(await environmentRows(service.database, environment.id)).toEqual(before);
  },
);

test("byte limits: values of exactly the limit are accepted, and the payload is delivered whole", async () => {
  const payload = ofBytes(PAYLOAD);
  const [overrides, data] = [ofBytes(SMALL), ofBytes(SMALL)];
  const to = { subscriberId: "full", email: "full@example.com", data };
  const context = { region: { id: "eu", data } };
  const { status, body } = await trigger({
    payload,
    overrides,
    to,
    context,
    actor: { ...to, subscriberId: "actor" },
  });
  expect(status).toBe(201);
  const [notification] = await environment.finished(body.transactionId);
  expect(notification.payload).toEqual(payload);
});

/** Sends the body in chunks, without a Content-Length header. */
function postInChunks(path: string, text: string): Promise<{ status: number; body: any }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `ApiKey ${environment.apiKey}`, "content-type": "application/json" };
    const outgoing = httpRequest(service.url + path, { method: "POST", headers }, async (response) => {
      const chunks = await response.toArray();
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) });
    });
    outgoing.on("error", reject);
    for (let at = 0; at < text.length; at += 50_000) outgoing.write(text.slice(at, at + 50_000));
    outgoing.end();
  });
}

test("byte limits: a chunked body without a Content-Length is measured too", async () => {
  const body = JSON.stringify({ name: "welcome", to: "ada", payload: ofBytes(PAYLOAD + 1) });
  expect((await postInChunks("/v1/events/trigger", body)).body.errors).toHaveProperty("payload");
  const long = await postInChunks("/v1/events/trigger", " ".repeat(LIMITS.bodyBytes + 1));
  expect(long.status).toBe(413);
  expect(long.body.message).toBe("body has more bytes than allowed; the limit is 1,048,576");
});

describe("body limits", () => {
  const padded = (text: string, bytes: number) => text.padEnd(bytes);
  const send = async (path: string, body: string) => {
    const headers = { authorization: `ApiKey ${environment.apiKey}`, "content-type": "application/json" };
    const response = await fetch(service.url + path, { method: "POST", headers, body });
    return { status: response.status, body: (await response.json()) as any };
  };
  const event = { name: "welcome", to: "ada" };
  const workflow = { name: "w", workflowId: "long", steps: [] };
  test.each([
    ["/v1/events/trigger", event, LIMITS.bodyBytes, ["1,048,577", "1,048,576"]],
    ["/v1/events/trigger/bulk", { events: [event] }, LIMITS.bulkBodyBytes, ["4,194,305", "4,194,304"]],
    ["/v2/workflows", workflow, LIMITS.workflowBodyBytes, ["2,097,153", "2,097,152"]],
  ])("%s: accepted at the limit, refused with 413 above", async (path, body, limit, [size, maxBytes]) => {
    const text = JSON.stringify(body);
    expect((await send(path, padded(text, limit))).status).toBe(201);
    const refused = await send(path, padded(text, limit + 1));
    expect(refused.status).toBe(413);
    expect(refused.body.message).toBe(`body has ${size} bytes; the limit is ${maxBytes}`);
  });

  /** Sends half of the body, waits for the response, and then sends the rest, as clients do that write before they read. */
  async function sendBeforeReading(
    bytes: number,
  ): Promise<{ status: string; isOpen: boolean; next: string }> {
    const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
    const written = (text: string) =>
      new Promise<boolean>((resolve) => socket.write(text, (e) => resolve(!e)));
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk;
    });
    socket.on("error", () => {});
    const head = `POST /v1/events/trigger HTTP/1.1\r\nHost: a\r\nAuthorization: ApiKey ${environment.apiKey}\r\n`;
    await written(`${head}Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`);
    await written(" ".repeat(bytes / 2));
    await expect.poll(() => received).toContain(`"statusCode":413`);
    const status = received.slice(0, received.indexOf("\r\n"));
    received = "";
    const half = " ".repeat(bytes / 2);
    const isOpen = (await written(half)) && (await written("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n"));
    if (isOpen) await expect.poll(() => received).toContain("HTTP/1.1");
    socket.destroy();
    return { status, isOpen, next: received.slice(0, received.indexOf("\r\n")) };
  }

  test("a client that still sends an oversized body can read the 413, and use the connection again", async () => {
    expect(await sendBeforeReading(8_000_000)).toEqual({
      status: "HTTP/1.1 413 Payload Too Large",
      isOpen: true,
      next: "HTTP/1.1 200 OK",
    });
  });

  test("workflows: one with 990,000 characters of control values is accepted", async () => {
    const text = "é".repeat(99_000);
    const steps = Array.from({ length: 10 }, (_, at) => ({
      name: `s${at}`,
      type: "in_app",
      controlValues: { body: text },
    }));
    const { status } = await environment.post("/v2/workflows", { name: "big", workflowId: "big", steps });
    expect(status).toBe(201);
  });
});

test("byte limits: they are settings, and the service's OpenAPI document states those in force", async () => {
  const own = await startTestService({
    maxPayloadBytes: 2_000_000,
    maxOverridesBytes: 2_000,
    maxDataBytes: 3_000,
    maxBodyBytes: 100_000,
    maxBulkBodyBytes: 5_000_000,
  });
  try {
    const caller = await own.newEnvironment();
    const sent = (more: object) => caller.post("/v1/events/trigger", { name: "welcome", to: "ada", ...more });
    // A payload at its limit is accepted although the configured body limit is lower.
    expect((await sent({ payload: ofBytes(2_000_000) })).status).toBe(201);
    expect((await sent({ payload: ofBytes(2_000_001) })).body.errors).toHaveProperty("payload");
    expect((await sent({ overrides: ofBytes(2_001) })).body.errors).toHaveProperty("overrides");
    const { body: document } = await caller.get("/openapi.json");
    const { Trigger, Overrides, SubscriberInput } = document.components.schemas;
    expect(Trigger.properties.payload.description).toMatch(/ At most 2,000,000 bytes of JSON\.$/);
    expect(Overrides.description).toMatch(/ At most 2,000 bytes of JSON\.$/);
    expect(JSON.stringify(SubscriberInput.properties.data)).toContain("At most 3,000 bytes of JSON.");
    const bodyOf = (path: string) => document.paths[path].post.requestBody.description;
    expect(bodyOf("/v1/events/trigger")).toBe("At most 2,065,536 bytes.");
    expect(bodyOf("/v1/events/trigger/bulk")).toBe("At most 5,000,000 bytes.");
    expect(JSON.stringify(document)).not.toContain("maxBytes");
  } finally {
    await own.close();
  }
});

test("OpenAPI document: every operation with a body states its limit", async () => {
  const { body: document } = await environment.get("/openapi.json");
  for (const { body, path, method } of OPERATIONS) {
    const printed = document.paths[path.replaceAll(/:(\w+)/g, "{$1}")][method.toLowerCase()];
    const limit = body && expect.stringMatching(/^At most [\d,]+ bytes\.$/);
    expect(printed.requestBody?.description).toEqual(limit);
    expect("413" in printed.responses).toBe(body !== undefined);
  }
});
