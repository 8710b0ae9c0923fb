import { createPublicKey } from "node:crypto";
import type { ServerResponse } from "node:http";
import { jwtVerify } from "jose";
import { beforeEach, describe, expect, test } from "vitest";
import webpush from "web-push";
import { providerIo } from "../../../testing/provider-io.ts";
import { useHttpReceiver } from "../../../testing/receivers.ts";
import { webPushBrowser } from "../../../testing/web-push-browser.ts";
import { systemTime } from "../../foundation/clock.ts";
import { parseOutboundAllow } from "../../outbound/allow-list.ts";
import { createOutbound } from "../../outbound/outbound.ts";
import { KEY, NOW } from "../../simulator/vendor-case.ts";
import type { PushMessage } from "../provider.ts";
import { generateVapidKeys } from "./vapid.ts";
import { webPush } from "./web-push.ts";
import { encrypted, MAX_PLAIN_BYTES } from "./web-push-encryption.ts";

let respond: (response: ServerResponse) => void;
const service = await useHttpReceiver((_call, response) => respond(response));
const allow = parseOutboundAllow(service.url.replace("http://", ""));
const network = createOutbound({ allow, time: { ...systemTime, now: () => NOW } });

const theirs = webpush.generateVAPIDKeys();
const credentials = {
  apiKey: theirs.publicKey,
  secretKey: theirs.privateKey,
  from: "mailto:ops@example.com",
};

const browser = (name?: string) => webPushBrowser(service.url, name);

let io = providerIo(network);
const send = (tokens: string[], more: Partial<PushMessage> = {}, changed: object = {}) =>
  webPush.send(
    { key: KEY, tokens, title: "Hi", body: "Hi Ada", data: { order: 7 }, ...more },
    { ...credentials, ...changed },
    io,
  );

beforeEach(() => {
  io = providerIo(network);
  service.calls.splice(0);
  respond = (response) => response.writeHead(201, { location: "/message/1" }).end();
});

test("Web Push: the example of RFC 8291, appendix A, has the same bytes", () => {
  const bytes = (text: string) => Buffer.from(text, "base64url");
  const keys = {
    publicKey: bytes(
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    ),
    auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
  };
  const chosen = {
    salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
    privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
  };
  const text = Buffer.from("When I grow up, I want to be a watermelon");
  expect(encrypted(text, keys, chosen).toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("Web Push: a browser decrypts the message, and the push service gets its options", async () => {
  const ada = browser();
  expect(await send([ada.token])).toEqual({ kind: "accepted", raw: "" });
  const [call] = service.calls;
  expect(call).toMatchObject({ method: "POST", path: ada.path });
  expect(call?.headers).toMatchObject({
    ttl: "2419200",
    topic: KEY,
    "content-type": "application/octet-stream",
    "content-encoding": "aes128gcm",
  });
  const received = JSON.parse(ada.decrypt(call?.bytes));
  expect(received).toEqual({ id: KEY, title: "Hi", body: "Hi Ada", data: { order: 7 } });
});

test("Web Push: the longest message is encrypted in 4,096 bytes, a longer one is rejected without a call", async () => {
  const ada = browser();
  const base = Buffer.byteLength(JSON.stringify({ id: KEY, title: "Hi", body: "" }));
  const body = "x".repeat(MAX_PLAIN_BYTES - base);
  await send([ada.token], { body, data: undefined } as never);
  expect(service.calls[0]?.bytes).toHaveLength(4_096);
  expect(JSON.parse(ada.decrypt(service.calls[0]?.bytes)).body).toBe(body);
  expect(await send([ada.token], { body: `${body}x`, data: undefined } as never)).toEqual({
    kind: "rejected",
    isContentFault: true,
    reason: "The message has 3994 bytes of JSON; push services accept 3993.",
  });
  expect(service.calls).toHaveLength(1);
});

describe("VAPID", () => {
  /** Verifies an `Authorization` header as a push service does. */
  async function verified(header: string | undefined) {
    const [, jwt = "", key = ""] = /^vapid t=([^,]+), k=(\S+)$/.exec(header ?? "") ?? [];
    const point = Buffer.from(key, "base64url");
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
    const publicKey = createPublicKey({
      key: { kty: "EC", crv: "P-256", x, y } as never,
      format: "jwk",
    });
    const { payload } = await jwtVerify(jwt, publicKey, { algorithms: ["ES256"], currentDate: NOW });
    return { payload, key };
  }

  test("a JWT library verifies our header for keys of the package web-push", async () => {
    await send([browser().token]);
    const { payload, key } = await verified(service.calls[0]?.headers.authorization);
    expect(key).toBe(theirs.publicKey);
    expect(payload).toEqual({
      aud: service.url,
      exp: NOW.getTime() / 1_000 + 43_200,
      sub: "mailto:ops@example.com",
    });
  });

  test("the package web-push takes our keys", async () => {
    const { publicKey, privateKey } = generateVapidKeys();
    const exp = Math.floor(NOW.getTime() / 1_000) + 60;
    const { Authorization } = webpush.getVapidHeaders(
      "https://push.example",
      "https://example.com",
      publicKey,
      privateKey,
      "aes128gcm",
      exp,
    );
    const { payload, key } = await verified(Authorization);
    expect(key).toBe(publicKey);
    expect(payload).toMatchObject({ aud: "https://push.example", sub: "https://example.com" });
    const { kind } = await send([browser().token], {}, { apiKey: publicKey, secretKey: privateKey });
    expect(kind).toBe("accepted");
  });

  test("one JWT serves all messages to a push service; a bare e-mail address is a contact", async () => {
    await send([browser("a").token, browser("b").token], {}, { from: "ops@example.com" });
    const headers = service.calls.map((call) => call.headers.authorization);
    expect(headers).toHaveLength(2);
    expect(new Set(headers).size).toBe(1);
    expect((await verified(headers[0])).payload.sub).toBe("mailto:ops@example.com");
  });

  test.each([
    [{ apiKey: "" }, "apiKey"],
    [{ secretKey: "" }, "secretKey"],
    [{ from: "" }, "from"],
    [{ from: "ftp://example.com" }, "from"],
    [{ secretKey: generateVapidKeys().privateKey }, "not a pair"],
    [{ apiKey: "x", secretKey: "y" }, "not a pair"],
  ])("%j: a config_error that names the field, without a call", async (changed, named) => {
    const refused = { kind: "config_error", reason: expect.stringContaining(named) };
    expect(await send([browser().token], {}, changed)).toMatchObject(refused);
    expect(await webPush.check?.({ ...credentials, ...changed }, io)).toMatchObject(refused);
    expect(service.calls).toEqual([]);
  });

  test("check accepts a pair of keys", async () => {
    expect(await webPush.check?.(credentials, io)).toEqual({ kind: "accepted" });
  });
});

describe("answers of a push service", () => {
  test.each([
    [201, {}, { kind: "accepted" }],
    [202, {}, { kind: "accepted" }],
    [400, {}, { kind: "rejected" }],
    [401, {}, { kind: "recipient_error" }],
    [403, {}, { kind: "recipient_error" }],
    [404, {}, { kind: "recipient_error", isGone: true }],
    [410, {}, { kind: "recipient_error", isGone: true }],
    [413, {}, { kind: "rejected" }],
    [429, { "retry-after": "20" }, { kind: "not_processed", retryAfterMs: 20_000, isThrottled: true }],
    [500, {}, { kind: "ambiguous" }],
    [503, {}, { kind: "not_processed" }],
  ] as const)("%i %j: %j", async (status, headers, { kind, ...more }) => {
    respond = (response) => response.writeHead(status, headers).end();
    const { isGone, ...stated } = { isGone: false, ...more };
    const ada = browser();
    const outcome = await send([ada.token]);
    expect(outcome).toMatchObject({ kind, ...stated });
    expect(outcome.invalidTokens).toEqual(isGone ? [ada.token] : undefined);
  });

  test("of two browsers: accepted, and the one that unsubscribed is named", async () => {
    const [ada, bob] = [browser("ada"), browser("bob")];
    respond = (response) => response.writeHead(service.calls.length === 1 ? 410 : 201).end();
    const { kind, invalidTokens } = await send([ada.token, bob.token]);
    expect(kind).toBe("accepted");
    const first = service.calls[0]?.path === ada.path ? ada : bob;
    expect(invalidTokens).toEqual([first.token]);
  });

  test("an answer that repeats the endpoint, the JWT or the keys does not make them visible", async () => {
    const ada = browser();
    respond = (response) => {
      const { authorization = "", host = "" } = service.calls[0]?.headers ?? {};
      response.writeHead(400).end(`${host}${ada.path} ${authorization} ${theirs.privateKey}`);
    };
    const shown = JSON.stringify(await send([ada.token]));
    expect(shown).toContain("***");
    const jwt = service.calls[0]?.headers.authorization?.slice("vapid t=".length).split(",")[0];
    for (const secret of [ada.path, jwt, theirs.privateKey]) expect(shown).not.toContain(secret);
  });
});

describe("device tokens that are no subscriptions", () => {
  const { keys } = JSON.parse(browser().token);
  const notOnCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString("base64url");
  test.each([
    ["no JSON", "token"],
    ["no keys", JSON.stringify({ endpoint: service.url })],
    ["no URL", JSON.stringify({ endpoint: "x", keys })],
    ["another scheme", JSON.stringify({ endpoint: "ftp://push.example/1", keys })],
    ["a short secret", JSON.stringify({ endpoint: service.url, keys: { ...keys, auth: "AAAA" } })],
    [
      "a key beside the curve",
      JSON.stringify({ endpoint: service.url, keys: { ...keys, p256dh: notOnCurve } }),
    ],
  ])("%s: a recipient_error that names the token as invalid, without a call", async (_name, token) => {
    const ada = browser();
    expect(await send([token])).toMatchObject({ kind: "recipient_error", invalidTokens: [token] });
    expect(service.calls).toEqual([]);
    expect(await send([token, ada.token])).toMatchObject({ kind: "accepted", invalidTokens: [token] });
  });

  test("a private address: refused by the outbound guard, without the integration at fault", async () => {
    const token = JSON.stringify({ endpoint: "http://10.0.0.1/push", keys });
    const outcome = await send([token]);
    expect(outcome).toMatchObject({ kind: "recipient_error", reason: expect.stringContaining("10.0.0.1") });
    expect(outcome.invalidTokens).toBeUndefined();
  });
});

test("Web Push: overrides set headers, query and members of the message, but not the authorization", async () => {
  const ada = browser();
  const passthrough = {
    headers: { TTL: "60", Urgency: "high", Topic: "news", Authorization: "mine" },
    query: { a: "1" },
    body: { icon: "https://example.com/icon.png", title: "Other" },
  };
  expect(await send([ada.token], { passthrough })).toMatchObject({ kind: "accepted" });
  const [call] = service.calls;
  expect(call?.path).toBe(`${ada.path}?a=1`);
  expect(call?.headers).toMatchObject({ ttl: "60", urgency: "high", topic: "news" });
  expect(call?.headers.authorization).toMatch(/^vapid /);
  expect(JSON.parse(ada.decrypt(call?.bytes))).toMatchObject({
    title: "Other",
    body: "Hi Ada",
    icon: "https://example.com/icon.png",
  });
});
