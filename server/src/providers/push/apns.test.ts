import { generateKeyPairSync } from "node:crypto";
import { jwtVerify } from "jose";
import { beforeEach, describe, expect, test } from "vitest";
import { useHttp2Receiver } from "../../../testing/http2-receiver.ts";
import { providerIo } from "../../../testing/provider-io.ts";
import { systemTime } from "../../foundation/clock.ts";
import { parseOutboundAllow } from "../../outbound/allow-list.ts";
import { createOutbound } from "../../outbound/outbound.ts";
import { KEY, NOW } from "../../simulator/vendor-case.ts";
import type { PushMessage } from "../provider.ts";
import { apns } from "./apns.ts";

type ApnsAnswer = { status: number; reason?: string; headers?: Record<string, string> };

const DEVICE = "a1".repeat(32);
const OTHER_DEVICE = "b2".repeat(32);
let answer: (device: string) => ApnsAnswer;

const apple = await useHttp2Receiver(({ path, headers }, response) => {
  const { status, reason, headers: more } = answer(path.split("/").at(-1) ?? "");
  const id = String(headers["apns-id"]);
  response.writeHead(status, { "apns-id": id, ...more });
  response.end(reason === undefined ? "" : JSON.stringify({ reason }));
});
const allow = parseOutboundAllow(apple.url.replace("http://", ""));
const network = createOutbound({ allow, time: { ...systemTime, now: () => NOW } });
let io = providerIo(network);

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const credentials = {
  secretKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  apiKey: "ABC123DEFG",
  projectName: "DEF123GHIJ",
  applicationId: "com.example.app",
  baseUrl: apple.url,
};

beforeEach(() => {
  io = providerIo(network);
  apple.calls.splice(0);
  answer = () => ({ status: 200 });
});

const message = (more: Partial<PushMessage> = {}): PushMessage => ({
  key: KEY,
  tokens: [DEVICE],
  title: "Hi",
  body: "Hi Ada",
  data: { order: 7 },
  ...more,
});
const send = (more: Partial<PushMessage> = {}, changed: object = {}) =>
  apns.send(message(more), { ...credentials, ...changed }, io);
const jwts = () => apple.calls.map(({ headers }) => headers.authorization?.replace("bearer ", "") ?? "");

test("APNs: a notification has Apple's path, headers and body, and its id is kept", async () => {
  const outcome = await send();
  const [call] = apple.calls;
  expect(call).toMatchObject({
    method: "POST",
    path: `/3/device/${DEVICE}`,
    headers: {
      "apns-topic": "com.example.app",
      "apns-push-type": "alert",
      "apns-collapse-id": KEY,
      "apns-id": expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
    },
  });
  expect(call?.body).toEqual({ aps: { alert: { title: "Hi", body: "Hi Ada" } }, order: 7 });
  expect(outcome).toMatchObject({ kind: "accepted", providerMessageId: call?.headers["apns-id"] });
  await send();
  expect(apple.calls[1]?.headers["apns-id"]).toBe(call?.headers["apns-id"]);
});

test("APNs: a JWT library verifies the token of the team; one token and one connection serve all calls", async () => {
  const before = apple.connections();
  await Promise.all([send({ tokens: [DEVICE, OTHER_DEVICE] }), send()]);
  const [jwt = "", ...others] = jwts();
  expect(others).toEqual([jwt, jwt]);
  expect(apple.connections() - before).toBeLessThanOrEqual(1);
  const { payload, protectedHeader } = await jwtVerify(jwt, publicKey, { algorithms: ["ES256"] });
  expect(protectedHeader).toEqual({ alg: "ES256", typ: "JWT", kid: "ABC123DEFG" });
  expect(payload).toEqual({ iss: "DEF123GHIJ", iat: NOW.getTime() / 1_000 });
});

test("APNs: after ExpiredProviderToken the call is repeated once with a new JWT", async () => {
  answer = () =>
    apple.calls.length === 1 ? { status: 403, reason: "ExpiredProviderToken" } : { status: 200 };
  expect(await send()).toMatchObject({ kind: "accepted" });
  const [first, second] = jwts();
  expect(second).not.toBe(first);
  answer = () => ({ status: 403, reason: "ExpiredProviderToken" });
  apple.calls.splice(0);
  expect(await send()).toMatchObject({ kind: "config_error" });
  expect(apple.calls).toHaveLength(2);
});

test("APNs: of two devices: accepted, and the bad one is named", async () => {
  answer = (device) => (device === DEVICE ? { status: 400, reason: "BadDeviceToken" } : { status: 200 });
  const outcome = await send({ tokens: [DEVICE, OTHER_DEVICE, "not hexadecimal"] });
  expect(outcome).toMatchObject({ kind: "accepted", invalidTokens: [DEVICE, "not hexadecimal"] });
  expect(apple.calls).toHaveLength(2);
});

test("APNs: a notification of 4,096 bytes is sent, a longer one is rejected with its size and no call", async () => {
  const frame = JSON.stringify({ order: 7, aps: { alert: { title: "Hi", body: "" } } }).length;
  const body = "x".repeat(4_096 - frame);
  expect(await send({ body })).toMatchObject({ kind: "accepted" });
  expect(apple.calls[0]?.bytes).toHaveLength(4_096);
  expect(await send({ body: `${body}x` })).toEqual({
    kind: "rejected",
    isContentFault: true,
    reason: "The message has 4097 bytes of JSON; APNs accepts 4096.",
  });
  expect(apple.calls).toHaveLength(1);
});

test("APNs: overrides set headers and members of aps, but neither the authorization nor the alert by data", async () => {
  const passthrough = {
    headers: { "APNS-Priority": "5", "apns-collapse-id": "news", Authorization: "mine" },
    query: {},
    body: { aps: { sound: "default" }, image: "https://example.com/a.png" },
  };
  await send({ passthrough, data: { aps: "x", order: 7 } });
  const [call] = apple.calls;
  expect(call?.headers).toMatchObject({ "apns-priority": "5", "apns-collapse-id": "news" });
  expect(call?.headers.authorization).toMatch(/^bearer /);
  expect(call?.body).toEqual({
    aps: { alert: { title: "Hi", body: "Hi Ada" }, sound: "default" },
    order: 7,
    image: "https://example.com/a.png",
  });
});

describe("credentials", () => {
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey;
  test.each([
    [{ secretKey: "" }, "secretKey"],
    [{ secretKey: "no key" }, "secretKey"],
    [{ secretKey: rsa.export({ type: "pkcs8", format: "pem" }).toString() }, "secretKey"],
    [{ apiKey: "" }, "apiKey"],
    [{ projectName: "" }, "projectName"],
    [{ applicationId: "" }, "applicationId"],
  ])("case %#: a config_error that names %s, without a call", async (changed, field) => {
    const refused = { kind: "config_error", reason: expect.stringContaining(field as string) };
    expect(await send({}, changed)).toMatchObject(refused);
    expect(await apns.check?.({ ...credentials, ...changed }, io)).toMatchObject(refused);
    expect(apple.calls).toEqual([]);
  });

  test("a key whose line ends are written as \\n works", async () => {
    const secretKey = credentials.secretKey.replaceAll("\n", "\\n");
    expect(await send({}, { secretKey })).toMatchObject({ kind: "accepted" });
  });

  test.each([
    [undefined, "api.push.apple.com"],
    [true, "api.push.apple.com"],
    ["false", "api.sandbox.push.apple.com"],
    [false, "api.sandbox.push.apple.com"],
  ])("secure %j: calls %s", async (secure, host) => {
    const hosts: string[] = [];
    const lookup = async (asked: string) => {
      hosts.push(asked);
      return [];
    };
    const offline = createOutbound({ allow, time: { ...systemTime, now: () => NOW }, lookup });
    const { baseUrl: _, ...others } = credentials;
    const given = secure === undefined ? others : { ...others, secure };
    expect(await apns.send(message(), given, providerIo(offline))).toMatchObject({ kind: "not_processed" });
    expect(hosts).toEqual([host]);
    offline.close();
  });

  test("check: APNs accepts the key if it only refuses the device, and the credentials are wrong otherwise", async () => {
    answer = () => ({ status: 400, reason: "BadDeviceToken" });
    const outcome = await apns.check?.(credentials, io);
    expect(outcome).toMatchObject({ kind: "accepted" });
    expect(outcome?.invalidTokens).toBeUndefined();
    expect(apple.calls[0]?.path).toBe(`/3/device/${"0".repeat(64)}`);
    answer = () => ({ status: 403, reason: "InvalidProviderToken" });
    expect(await apns.check?.(credentials, io)).toMatchObject({
      kind: "config_error",
      reason: "The provider answered with status 403: InvalidProviderToken",
    });
    answer = () => ({ status: 400, reason: "TopicDisallowed" });
    expect(await apns.check?.(credentials, io)).toMatchObject({ kind: "config_error" });
  });
});
