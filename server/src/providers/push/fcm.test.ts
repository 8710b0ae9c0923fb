import type { ServerResponse } from "node:http";
import { jwtVerify } from "jose";
import { beforeEach, expect, test } from "vitest";
import { providerIo } from "../../../testing/provider-io.ts";
import { useHttpReceiver } from "../../../testing/receivers.ts";
import { systemTime } from "../../foundation/clock.ts";
import { parseOutboundAllow } from "../../outbound/allow-list.ts";
import { createOutbound } from "../../outbound/outbound.ts";
import { SERVICE_ACCOUNT, SERVICE_ACCOUNT_PUBLIC_KEY } from "../../simulator/service-account.ts";
import { KEY, NOW } from "../../simulator/vendor-case.ts";
import type { Passthrough, PushMessage } from "../provider.ts";
import { fcm } from "./fcm.ts";

const TOKEN_PATH = "/token";
const SEND_PATH = "/v1/projects/my-project/messages:send";

/** Access tokens that the server issued and still accepts. */
let accepted: string[];
let answerToken: (response: ServerResponse) => void;
let answerMessage: (message: { token: string }, response: ServerResponse) => void;

const google = await useHttpReceiver(({ path, headers, body }, response) => {
  if (path === TOKEN_PATH) return answerToken(response);
  const isAccepted = accepted.some((token) => headers.authorization === `Bearer ${token}`);
  return isAccepted ? answerMessage(body.message, response) : response.writeHead(401).end();
});
const allow = parseOutboundAllow(google.url.replace("http://", ""));
const network = createOutbound({ allow, time: { ...systemTime, now: () => NOW } });
const credentials = { serviceAccount: JSON.stringify(SERVICE_ACCOUNT), baseUrl: google.url };
let io = providerIo(network);

beforeEach(() => {
  google.calls.splice(0);
  accepted = [];
  io = providerIo(network);
  answerToken = (response) => {
    const token = `access-${accepted.push(`access-${accepted.length + 1}`)}`;
    response.end(JSON.stringify({ access_token: token, expires_in: 3_599 }));
  };
  answerMessage = ({ token }, response) => response.end(JSON.stringify({ name: `message ${token.length}` }));
});

const message = (more: Partial<PushMessage> = {}): PushMessage => ({
  key: KEY,
  tokens: ["device-1"],
  title: "Hi",
  body: "Hi Ada",
  ...more,
});
const send = (more: Partial<PushMessage> = {}) => fcm.send(message(more), credentials, io);
const paths = () => google.calls.map(({ path }) => path);

test("FCM: the request for an access token is signed as Google documents it", async () => {
  await send();
  const form = new URLSearchParams(google.calls[0]?.body);
  expect(form.get("grant_type")).toBe("urn:ietf:params:oauth:grant-type:jwt-bearer");
  const { payload, protectedHeader } = await jwtVerify(
    form.get("assertion") ?? "",
    SERVICE_ACCOUNT_PUBLIC_KEY,
    {
      algorithms: ["RS256"],
      issuer: SERVICE_ACCOUNT.client_email,
      audience: "https://oauth2.googleapis.com/token",
      currentDate: NOW,
    },
  );
  expect(protectedHeader).toEqual({ alg: "RS256", typ: "JWT" });
  expect(payload.scope).toBe("https://www.googleapis.com/auth/firebase.messaging");
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3_600);
});

test("FCM: one access token serves concurrent messages to several devices, one call each", async () => {
  const tokens = ["d1", "d2", "d3"];
  const outcomes = await Promise.all([send({ tokens }), send({ tokens })]);
  expect(outcomes).toMatchObject([
    { kind: "accepted", providerMessageId: "message 2" },
    { kind: "accepted", providerMessageId: "message 2" },
  ]);
  expect(paths().filter((path) => path === TOKEN_PATH)).toHaveLength(1);
  expect(paths().filter((path) => path === SEND_PATH)).toHaveLength(6);
});

test("FCM: an access token that is refused is replaced once, and the message is sent again", async () => {
  await send();
  accepted = [];
  answerToken = (response) => response.end('{"access_token":"new","expires_in":3599}');
  accepted.push("new");
  google.calls.splice(0);
  expect(await send()).toMatchObject({ kind: "accepted" });
  expect(paths()).toEqual([SEND_PATH, TOKEN_PATH, SEND_PATH]);
  accepted = [];
  google.calls.splice(0);
  expect(await send()).toMatchObject({ kind: "config_error" });
  expect(paths()).toEqual([SEND_PATH, TOKEN_PATH, SEND_PATH]);
});

test("FCM: accepted for one device of three, and the device that is gone is named", async () => {
  answerMessage = ({ token }, response) => {
    if (token === "ok") return response.end('{"name":"m"}');
    const errorCode = token === "gone" ? "UNREGISTERED" : "INTERNAL";
    response.writeHead(500).end(JSON.stringify({ error: { details: [{ errorCode }] } }));
  };
  expect(await send({ tokens: ["gone", "failing", "ok"] })).toMatchObject({
    kind: "accepted",
    providerMessageId: "m",
    invalidTokens: ["gone"],
  });
  expect(await send({ tokens: ["gone", "failing"] })).toMatchObject({
    kind: "ambiguous",
    invalidTokens: ["gone"],
  });
});

test("FCM: a message of 4,096 bytes is sent, a longer one is rejected with its size and no call", async () => {
  const text = "ü".repeat(2_046);
  const texts = { title: "", body: "" };
  expect(await send({ ...texts, data: { text } })).toMatchObject({ kind: "accepted" });
  google.calls.splice(0);
  expect(await send({ ...texts, data: { texts: text } })).toEqual({
    kind: "rejected",
    isContentFault: true,
    reason: "The message has 4097 bytes of title, body and data; FCM accepts 4096.",
  });
  expect(paths()).toEqual([]);
});

test("FCM: overrides change the message, but not its device", async () => {
  const passthrough: Passthrough = {
    body: {
      validate_only: true,
      message: { android: { priority: "high" }, token: "another", topic: undefined },
    },
    headers: { "X-Goog-Request-Params": "a" },
    query: { trace: "1" },
  };
  await send({ passthrough });
  const call = google.calls.at(-1);
  expect(call?.path).toBe(`${SEND_PATH}?trace=1`);
  expect(call?.headers["x-goog-request-params"]).toBe("a");
  expect(call?.body).toMatchObject({
    validate_only: true,
    message: { token: "device-1", notification: { title: "Hi" }, android: { priority: "high" } },
  });
});

test("FCM: an installation id is sent as fid, and overrides add no second target", async () => {
  const fid = "cX1ab_23-Ke4Lm5Np6Qr7S";
  const gone = (response: ServerResponse, errorCode: string) =>
    response.writeHead(404).end(JSON.stringify({ error: { status: "NOT_FOUND", details: [{ errorCode }] } }));
  const body = { message: { topic: "news", condition: "'a' in topics", fid: "other", token: "other" } };
  answerMessage = (_message, response) => response.end('{"name":"m"}');
  await send({ tokens: [fid, "device-1"], passthrough: { body, headers: {}, query: {} } });
  const targets = google.calls.slice(-2).map(
    ({
      body: {
        message: { token, fid, topic, condition },
      },
    }) => ({ token, fid, topic, condition }),
  );
  expect(targets).toContainEqual({ fid });
  expect(targets).toContainEqual({ token: "device-1" });

  answerMessage = (message: { token?: string; fid?: string }, response) =>
    message.fid ? gone(response, "UNREGISTERED_FID") : response.end('{"name":"m"}');
  expect(await send({ tokens: [fid, "device-1"] })).toMatchObject({ kind: "accepted", invalidTokens: [fid] });
  answerMessage = (message: { token?: string; fid?: string }, response) =>
    message.token ? gone(response, "UNREGISTERED") : response.end('{"name":"m"}');
  expect(await send({ tokens: [fid, "device-1"] })).toMatchObject({
    kind: "accepted",
    invalidTokens: ["device-1"],
  });
});

test.each([
  ["no JSON", "key", "not the JSON of a service account key"],
  ["a file without a key", JSON.stringify({ ...SERVICE_ACCOUNT, private_key: undefined }), "not the JSON"],
  ["a broken key", JSON.stringify({ ...SERVICE_ACCOUNT, private_key: "PEM" }), "private_key"],
])("FCM: %s is a config_error, without a call", async (_name, serviceAccount, reason) => {
  const outcome = { kind: "config_error", reason: expect.stringContaining(reason) };
  expect(await fcm.send(message(), { ...credentials, serviceAccount }, io)).toMatchObject(outcome);
  expect(await fcm.check?.({ ...credentials, serviceAccount }, io)).toMatchObject(outcome);
  expect(google.calls).toEqual([]);
});

test("FCM: a service account that Google refuses is a config_error with Google's words", async () => {
  const refused = { kind: "config_error", reason: expect.stringContaining("Invalid JWT Signature.") };
  answerToken = (response) =>
    response.writeHead(400).end('{"error":"invalid_grant","error_description":"Invalid JWT Signature."}');
  expect(await send({ tokens: ["d1", "d2"] })).toMatchObject(refused);
  expect(await fcm.check?.(credentials, io)).toMatchObject(refused);
  answerToken = (response) => response.writeHead(500).end();
  expect(await send()).toMatchObject({ kind: "not_processed" });
  answerToken = (response) => response.end("{}");
  expect(await send()).toMatchObject({ kind: "not_processed" });
  expect(paths()).not.toContain(SEND_PATH);
});

test("FCM: check asks for an access token and sends nothing", async () => {
  expect(await fcm.check?.(credentials, io)).toEqual({ kind: "accepted" });
  expect(paths()).toEqual([TOKEN_PATH]);
});
