import { createHash, createHmac, createPrivateKey } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { systemTime } from "../foundation/clock.ts";
import { isJsonObject } from "../foundation/json.ts";
import { walkPath } from "../foundation/json-path.ts";
import { epochSeconds, signedJwt } from "../providers/jwt.ts";
import { leavesOf } from "./leaves.ts";
import { SERVICE_ACCOUNT } from "./service-account.ts";
import { startSimulator } from "./simulator.ts";
import type { AnyVendorCase } from "./vendor-case.ts";
import { SIMULATED_CASES } from "./vendors/simulated.ts";

/** What the vendors take beside the requests of our providers: the requests here are those of the vendors' own SDKs. */

const simulator = await startSimulator({
  cases: SIMULATED_CASES,
  port: 0,
  time: systemTime,
  call: () => Promise.reject(new Error("no receipts")),
  show: () => undefined,
});
afterAll(() => simulator.close());

type Sent = { path: string; headers?: Record<string, string>; body?: unknown };
type Answer = { status: number; json: unknown; text: string };

async function post(id: string, { path, headers = {}, body = "" }: Sent): Promise<Answer> {
  const isBytes = typeof body === "string" || body instanceof Uint8Array || body instanceof URLSearchParams;
  const type = isBytes ? {} : { "content-type": "application/json" };
  const response = await fetch(`${simulator.url}/${id}${path}`, {
    method: "POST",
    headers: { ...type, ...headers },
    body: (isBytes ? body : JSON.stringify(body)) as string,
  });
  const text = await response.text();
  return { status: response.status, json: parsed(text), text };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const caseOf = (id: string) => SIMULATED_CASES.find(({ provider }) => provider.id === id) as AnyVendorCase;

describe("what a vendor does not need may be missing", () => {
  // The others sign, encrypt, or have no body: their stories are below and in conformance/.
  const plain = SIMULATED_CASES.filter(
    ({ request }) => !request.verify && !request.decode && leavesOf(request.body).length > 0,
  );

  /** The first path of each need, and the secrets. */
  function neededOf({ request, provider, credentials }: AnyVendorCase): object {
    const secrets = provider.fields
      .filter(({ name, isSecret }) => isSecret && typeof credentials[name] === "string")
      .map(({ name }) => String(credentials[name]));
    const paths = (request.needs ?? []).map((need) => need.split("|")[0] as string);
    const kept = leavesOf(request.body).filter(
      ({ path, value }) =>
        paths.some((one) => path.join(".") === one || path.join(".").startsWith(`${one}.`)) ||
        secrets.some((secret) => String(value).includes(secret)),
    );
    return kept.reduce<object>((body, { path, value }) => withLeaf(body, path, value), {});
  }

  function withLeaf(body: object, [name = "", ...rest]: string[], value: unknown): object {
    const inner = walkPath(body, [name]);
    const next = rest.length === 0 ? value : withLeaf(isJsonObject(inner) ? inner : {}, rest, value);
    return { ...body, [name]: next };
  }

  test.each(plain.map((one) => [one.provider.id, one] as const))(
    "%s: the needed parts alone are accepted, and without one of them the answer names it",
    async (id, vendorCase) => {
      const {
        path,
        headers,
        encoding = "json",
        needsHeaders = [],
        needsQuery = [],
        needs = [],
      } = vendorCase.request;
      const isForm = [encoding].flat()[0] === "form" || /form/.test(headers["content-type"] ?? "");
      const secrets = Object.values(vendorCase.credentials).filter((one) => typeof one === "string");
      const own = Object.entries(headers).filter(
        ([name, value]) =>
          name === "authorization" ||
          needsHeaders.includes(name) ||
          secrets.some((one) => value.includes(one)),
      );
      const url = new URL(path, "http://vendor.test");
      for (const name of [...url.searchParams.keys()])
        if (!needsQuery.includes(name)) url.searchParams.delete(name);
      const body = neededOf(vendorCase) as Record<string, string>;
      const send = (content: object) =>
        post(id, {
          path: url.pathname + url.search,
          headers: Object.fromEntries(own),
          body: isForm ? new URLSearchParams(content as Record<string, string>) : content,
        });
      expect(await send(body)).toMatchObject({ status: vendorCase.responses[0]?.status });
      if (needs.length === 0) return;
      const need = needs.at(-1) as string;
      const [first = ""] = (need.split("|")[0] as string).split(".");
      const refused = await send(Object.fromEntries(Object.entries(body).filter(([name]) => name !== first)));
      // A word alone has no place for a sentence.
      expect(refused.text).toMatch(/is missing|^\w+$/);
    },
  );
});

describe("requests of the vendors' SDKs", () => {
  const sms = { from: "491", to: "447700900000", text: "Hi" };
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });

  test("Vonage: the key and its secret in a JSON body, or as Basic authentication", async () => {
    const withKey = { ...sms, api_key: "abcd1234", api_secret: "the-secret" };
    const headers = basic("abcd1234:the-secret");
    for (const sent of [
      { body: withKey },
      { headers, body: sms },
      { headers, body: new URLSearchParams(sms) },
    ])
      expect((await post("nexmo", { path: "/sms/json", ...sent })).text).toContain('"status":"0"');
  });

  test("Vonage: wrong or missing credentials are status 4, a missing field is status 2", async () => {
    const answers = [
      await post("nexmo", { path: "/sms/json", headers: basic("abcd1234:wrong"), body: sms }),
      await post("nexmo", { path: "/sms/json", body: sms }),
      await post("nexmo", {
        path: "/sms/json",
        headers: basic("abcd1234:the-secret"),
        body: { to: sms.to, from: sms.from },
      }),
    ];
    const statuses = answers.map(({ json }) => walkPath(json, ["messages", "0", "status"]));
    expect(statuses).toEqual(["4", "4", "2"]);
    expect(answers[2]?.text).toContain("text is missing");
  });

  test("Slack: a form, at the path of slack.com, too; a missing text and channel have Slack's own words", async () => {
    const headers = { authorization: "Bearer xoxb-the-token" };
    const send = (fields: Record<string, string>) =>
      post("slack", { path: "/api/chat.postMessage", headers, body: new URLSearchParams(fields) });
    expect((await send({ channel: "C024BE91L", text: "Hi" })).json).toMatchObject({ ok: true });
    expect((await send({ channel: "C024BE91L", blocks: "[]" })).json).toMatchObject({ ok: true });
    expect((await send({ channel: "C024BE91L" })).json).toMatchObject({ ok: false, error: "no_text" });
    expect((await send({ text: "Hi" })).json).toMatchObject({ ok: false, error: "channel_not_found" });
  });

  test.each([
    ["slack", "/services/T0/B0/x"],
    ["mattermost", "/hooks/x"],
  ])("%s: a webhook takes the JSON as the field payload of a form", async (id, path) => {
    const send = (payload: object) =>
      post(id, { path, body: new URLSearchParams({ payload: JSON.stringify(payload) }) });
    expect((await send({ text: "Hi" })).status).toBe(200);
    expect((await send({ icon: "x" })).status).toBe(400);
  });

  test("Expo: a list of messages, compressed; the answer has a ticket for each device", async () => {
    const headers = {
      authorization: "Bearer expo-token",
      "content-type": "application/json",
      "content-encoding": "gzip",
    };
    const send = (messages: object) =>
      post("expo", { path: "/--/api/v2/push/send", headers, body: gzipSync(JSON.stringify(messages)) });
    const device = (name: string) => `ExponentPushToken[${name}]`;
    const three = await send([
      { to: device("a"), body: "Hi" },
      { to: [device("b"), device("c")], body: "Hi" },
    ]);
    expect(three.json).toMatchObject({ data: [{ status: "ok" }, { status: "ok" }, { status: "ok" }] });
    const one = await send([{ to: device("a"), body: "Hi simulate-too-long" }]);
    expect(one.json).toMatchObject({ data: [{ status: "error", details: { error: "MessageTooBig" } }] });
    expect((one.json as { data: unknown[] }).data).toHaveLength(1);
    expect((await send([{ body: "Hi" }])).json).toMatchObject({
      errors: [{ message: "Simulator: to.0 is missing" }],
    });
  });

  test("OneSignal: the path without the channel in its query", async () => {
    const headers = { authorization: "Key os_v2_app_key" };
    const body = { app_id: "app", include_subscription_ids: ["x"], contents: { en: "Hi" } };
    expect((await post("one-signal", { path: "/notifications", headers, body })).status).toBe(200);
  });

  test.each([
    [
      "the scope of messages among others",
      "https://www.googleapis.com/auth/devstorage https://www.googleapis.com/auth/firebase.messaging",
      200,
    ],
    ["the scope of the whole platform", "https://www.googleapis.com/auth/cloud-platform", 200],
    ["another scope", "https://www.googleapis.com/auth/devstorage", 401],
  ])("FCM: a token for %s", async (_, scope, status) => {
    const iat = epochSeconds(systemTime.now());
    const key = createPrivateKey(SERVICE_ACCOUNT.private_key);
    const claims = { iss: SERVICE_ACCOUNT.client_email, scope, iat, exp: iat + 3_600 };
    const assertion = signedJwt({ algorithm: "RS256", key, claims });
    const answer = await post("fcm", { path: "/token", body: new URLSearchParams({ assertion }) });
    expect(answer.status).toBe(status);
  });
});

describe("AWS Signature Version 4, as another client signs it", () => {
  const HOST = new URL(simulator.url).host;
  const body = JSON.stringify({
    FromEmailAddress: "a@example.com",
    Destination: {},
    Content: { Simple: {} },
  });
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  const hmac = (key: Buffer | string, text: string) => createHmac("sha256", key).update(text).digest();

  /** The headers of a signed call to SES; `signed`: those that the signature covers, in the order of their names. */
  function headersFor(path: string, signed: Record<string, string>): Record<string, string> {
    const time = systemTime
      .now()
      .toISOString()
      .replace(/[-:]|\.\d+/g, "");
    const all: Record<string, string> = {
      ...signed,
      ...("x-amz-date" in signed ? { "x-amz-date": time } : {}),
    };
    const names = Object.keys(all).join(";");
    const lines = Object.entries(all).map(([name, value]) => `${name}:${value}\n`);
    const request = ["POST", path, "", lines.join(""), names, sha256(body)].join("\n");
    const scope = `${time.slice(0, 8)}/eu-central-1/ses/aws4_request`;
    const key = scope.split("/").reduce<Buffer>(hmac, Buffer.from("AWS4the-secret"));
    const signature = hmac(key, ["AWS4-HMAC-SHA256", time, scope, sha256(request)].join("\n")).toString(
      "hex",
    );
    const { host: _, ...sent } = all;
    return {
      ...sent,
      "x-amz-date": time,
      "content-type": "application/json",
      authorization: `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    };
  }

  const path = "/v2/email/outbound-emails";
  const send = (headers: Record<string, string>) => post("ses", { path, headers, body });
  const MANY = {
    "amz-sdk-request": "attempt=1",
    "content-type": "application/json",
    host: HOST,
    "x-amz-content-sha256": sha256(body),
    "x-amz-date": "",
  };
  const { host: _host, ...WITHOUT_HOST } = MANY;
  const { "x-amz-date": _date, ...WITHOUT_DATE } = MANY;

  test("the client chooses the headers that it signs, and the path with or without the simulator's prefix", async () => {
    expect(await send(headersFor(`/ses${path}`, { host: HOST, "x-amz-date": "" }))).toMatchObject({
      status: 200,
    });
    expect(await send(headersFor(`/ses${path}`, MANY))).toMatchObject({ status: 200 });
    expect(await send(headersFor(path, MANY))).toMatchObject({ status: 200 });
  });

  test.each([
    [
      "a signed header with another value",
      { ...headersFor(`/ses${path}`, MANY), "amz-sdk-request": "attempt=2" },
    ],
    ["another path", headersFor("/v2/email/identities", MANY)],
    ["a host that is not signed", headersFor(`/ses${path}`, WITHOUT_HOST)],
    ["a time that is not signed", headersFor(`/ses${path}`, WITHOUT_DATE)],
  ])("%s: the signature does not match", async (_, headers) => {
    const answer = await send(headers);
    expect([answer.status, answer.text]).toEqual([403, expect.stringMatching(/Simulator: the signature/)]);
  });
});

test("a proxy with TLS in front: the audience of a Web Push token has its origin", async () => {
  const { credentials } = caseOf("web-push");
  const send = async (aud: string) => {
    const iat = epochSeconds(systemTime.now());
    const key = createPrivateKey({ key: vapidKey(credentials), format: "jwk" });
    const jwt = signedJwt({
      algorithm: "ES256",
      key,
      claims: { aud, exp: iat + 60, sub: "mailto:a@example.com" },
    });
    const headers = {
      "x-forwarded-proto": "https",
      authorization: `vapid t=${jwt}, k=${credentials.apiKey}`,
      "content-type": "application/octet-stream",
      ttl: "60",
    };
    return post("web-push", { path: "/push/ada", headers, body: Buffer.from("not encrypted") });
  };
  const origin = new URL(simulator.url).origin;
  expect((await send(origin)).text).toContain("the claim aud of the JWT");
  expect((await send(origin.replace("http:", "https:"))).text).toContain("body is missing");
});

function vapidKey({ apiKey, secretKey }: AnyVendorCase["credentials"]) {
  const point = Buffer.from(String(apiKey), "base64url");
  const [x, y] = [point.toString("base64url", 1, 33), point.toString("base64url", 33)];
  return { kty: "EC", crv: "P-256", x, y, d: String(secretKey) };
}

describe("a refusal", () => {
  test.each([
    [
      "resend",
      "/emails",
      { authorization: "Bearer re_the-key" },
      { from: "a@example.com", to: "b@example.com" },
    ],
    [
      "twilio",
      "/2010-04-01/Accounts/AC123/Messages.json",
      caseOf("twilio").request.headers,
      { To: "+492", From: "+491" },
    ],
  ])("%s: its sentence names what is missing, its code is the vendor's", async (id, path, headers, body) => {
    const isForm = id === "twilio";
    const answer = await post(id, {
      path,
      headers,
      body: isForm ? new URLSearchParams(body as never) : body,
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(walkPath(answer.json, ["message"])).toMatch(/^Simulator: (subject|Body) or .* is missing$/);
  });

  test("APNs has codes alone: the code fits, and the reason is beside it", async () => {
    const { request, credentials } = caseOf("apns");
    const claims = { iss: String(credentials.projectName), iat: epochSeconds(systemTime.now()) };
    const jwt = signedJwt({
      algorithm: "ES256",
      key: createPrivateKey(String(credentials.secretKey)),
      claims,
    });
    const headers = { authorization: `Bearer ${jwt}` };
    const answer = await post("apns", { path: request.path, headers, body: { aps: {} } });
    expect(answer.json).toEqual({
      reason: "MissingTopic",
      simulator: "Simulator: the header apns-topic is missing",
    });
  });
});
