import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { nexmoWebhook } from "../src/simulator/webhooks/nexmo.ts";
import { CERTIFICATE_PATH, SNS_TOPIC, snsEnvelope } from "../src/simulator/webhooks/ses.ts";
import { SNS_CERTIFICATE } from "../src/simulator/webhooks/sns-certificate.ts";
import { captureLog } from "../testing/captured-log.ts";
import { environmentRows } from "../testing/environment-rows.ts";
import { nexmoFieldsCase } from "../testing/receipts/nexmo.ts";
import { RECEIPT_CASES } from "../testing/receipts/receipt-cases.ts";
import { sesReceiptCase } from "../testing/receipts/ses.ts";
import { EXPIRED } from "../testing/receipts/sns-certificates.ts";
import { openHttpReceiver } from "../testing/receivers.ts";
import { givenReceiver } from "../testing/receiving.ts";
import { useTestService } from "../testing/test-service.ts";

/** A stranger who knows an integration's address may send anything to it: 401, or 413 for too much of it, and nothing is stored. */

const captured = captureLog("error");
const service = await useTestService({}, { log: captured.log });

const now = () => String(Math.floor(Date.now() / 1_000));
const token = (alg: string) => `${Buffer.from(JSON.stringify({ alg })).toString("base64url")}.e30.e30`;
const ODD: readonly unknown[] = [
  { toString: 1 },
  { valueOf: 1, toString: {} },
  [[]],
  [{ toString: 1 }],
  null,
  true,
  -1e300,
  "",
];

/** JSON of all forms, with the names of the fields of signatures and an odd value in each. */
function jsonBodies(): string[] {
  const around = ODD.flatMap((value) => [
    { sig: "0".repeat(64), timestamp: now(), x: value },
    { sig: "0".repeat(128), timestamp: value, [`a&b=${"c".repeat(20)}`]: "d" },
    { signature: { timestamp: now(), token: value, signature: value }, "event-data": value },
    { signature: value },
    { Type: "Notification", TopicArn: SNS_TOPIC, Timestamp: value, SigningCertURL: value, Signature: value },
    { Type: "SubscriptionConfirmation", TopicArn: value, Token: value, SubscribeURL: value },
    { To: value, MessageSid: value, MessageStatus: value },
    [{ event: value, sg_message_id: value }, value],
    { entry: [{ changes: value }] },
    { data: { payload: { to: value } } },
  ]);
  const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
  const broken = ["{", "nul", "\u0000", '{"a":"\\u0000"}', '{"__proto__":{"a":1}}', '{"a":1e999}', deep];
  return [
    ...around.map((one) => JSON.stringify(one)),
    ...broken,
    "[]",
    "0",
    '"x"',
    "null",
    "x".repeat(50_000),
  ];
}

const FORMS = [
  "",
  "a",
  "=&=&&",
  "a=%00",
  "a=%ff%fe&%zz=1",
  "toString=1&constructor=2&__proto__=3&hasOwnProperty=4",
  `sig=${"0".repeat(64)}&timestamp=${now()}&x[toString]=1&x[]=2`,
  "MessageSid=a&MessageSid=b&MessageStatus=failed&To=%F0%9F",
  `hub.mode=subscribe&hub.challenge=1&hub.verify_token=${"x".repeat(8_000)}`,
  `x=${"y".repeat(100_000)}`,
];

const MEDIA_TYPES = [
  "garbage",
  "/",
  ";",
  "a/b/c",
  "application/json; charset=utf-16",
  "multipart/form-data",
  "*/*",
];

/** Headers in which vendors have their signatures. */
const HEADERS: Record<string, string>[] = [
  {},
  ...["constructor", "toString", "HS256"].flatMap((alg) => [
    { authorization: `Bearer ${token(alg)}`, "messagebird-signature-jwt": token(alg) },
  ]),
  {
    authorization: "Basic x",
    "x-twilio-signature": "AAAA",
    "x-hub-signature-256": "sha256=",
    ...{ "svix-id": "a.1.b", "svix-timestamp": now(), "svix-signature": "v1, v1,= x" },
    ...{ "telnyx-signature-ed25519": "=", "telnyx-timestamp": now() },
    "x-twilio-email-event-webhook-signature": "MEUC",
    "x-twilio-email-event-webhook-timestamp": now(),
  },
];

type Sending = { url: string; type: string; headers: Record<string, string>; body: string };

async function statusOf({ url, type, headers, body }: Sending): Promise<number> {
  const response = await fetch(url, { method: "POST", headers: { ...headers, "content-type": type }, body });
  await response.arrayBuffer();
  return response.status;
}

const CASES = RECEIPT_CASES.map((vendor) => [vendor.name, vendor] as const);

test.each(CASES)("%s: JSON, forms and queries of any kind: 401, and nothing is stored", async (_, vendor) => {
  const environment = await service.newEnvironment("bare");
  const { path } = await givenReceiver(environment, vendor);
  const before = await environmentRows(service.database, environment.id);
  const url = service.url + path;
  const [json, form] = ["application/json", "application/x-www-form-urlencoded"];
  const post = (type: string, bodies: readonly string[]) =>
    bodies.flatMap((body, n) =>
      [{}, HEADERS[n % HEADERS.length] ?? {}].map((headers) => () => statusOf({ url, type, headers, body })),
    );
  const get = FORMS.filter((query) => query.length < 10_000).flatMap((query) =>
    HEADERS.map((headers) => async () => (await fetch(`${url}?${query}`, { headers })).status),
  );
  const odd = MEDIA_TYPES.flatMap((type) => post(type, ["{}", ""]));
  const sending = [...post(json, jsonBodies()), ...post(form, FORMS), ...odd, ...get];
  // Some at once: with all of them, requests would be refused for load.
  for (let n = 0; n < sending.length; n += 10) {
    const statuses = await Promise.all(sending.slice(n, n + 10).map((send) => send()));
    expect(statuses).toEqual(statuses.map(() => 401));
  }
  expect(await statusOf({ url, type: json, headers: {}, body: "x".repeat(1_100_000) })).toBe(413);
  expect(await environmentRows(service.database, environment.id)).toEqual(before);
  expect(captured.matching(/unexpected/)).toEqual([]);
});

test("nexmo: a field whose name hides other fields under the same signature: 401", async () => {
  const environment = await service.newEnvironment("bare");
  const { path } = await givenReceiver(environment, nexmoFieldsCase);
  const fields = { "err-code": "9", messageId: "m1", msisdn: "31600000001", status: "delivered" };
  const signed = nexmoWebhook.sign({ url: service.url + path, body: JSON.stringify(fields), at: new Date() });
  expect((await fetch(signed.url ?? "")).status).toBe(200);
  const query = new URL(signed.url ?? "").searchParams;
  query.delete("err-code");
  query.delete("messageId");
  query.append("err-code=9&messageId", "m1");
  // The text that is signed is the same one.
  const names = [...query.keys()].filter((name) => name !== "sig").sort();
  const text = names.map((name) => `&${name}=${query.get(name)}`).join("");
  const hash = createHmac("sha512", nexmoWebhook.signingKey).update(text).digest("hex");
  expect(hash).toBe(query.get("sig")?.toLowerCase());
  expect((await fetch(`${service.url}${path}?${query}`)).status).toBe(401);
});

test("ses: a certificate that cannot be fetched: 503, so that SNS repeats; a wrong one, or none: 401", async () => {
  const answering = { status: 200, body: SNS_CERTIFICATE };
  const emulator = await openHttpReceiver((_call, response) => {
    response.statusCode = answering.status;
    response.end(answering.body);
  });
  const notify = async () => {
    const aws = { apiKey: "a", secretKey: "s", region: "eu-central-1", from: "us@example.com" };
    const credentials = { ...aws, baseUrl: emulator.url };
    const environment = await service.newEnvironment("bare");
    const { path } = await givenReceiver(environment, sesReceiptCase, { credentials });
    const envelope = { at: new Date(), vendorUrl: emulator.url };
    const body = snsEnvelope({ Type: "Notification", Message: "{}" }, envelope);
    const { status, headers } = await fetch(service.url + path, { method: "POST", body });
    return [status, headers.get("retry-after")];
  };
  const answers = (status: number, body: string) => {
    Object.assign(answering, { status, body });
    return notify();
  };
  expect(await answers(200, SNS_CERTIFICATE)).toEqual([200, null]);
  for (const status of [503, 302]) expect(await answers(status, "")).toEqual([503, "10"]);
  for (const file of [EXPIRED, "<html>", SNS_CERTIFICATE + SNS_CERTIFICATE, "x".repeat(100_000)])
    expect(await answers(200, file)).toEqual([401, null]);
  expect(await answers(404, "")).toEqual([401, null]);
  expect(new Set(emulator.calls.map(({ path }) => path))).toEqual(new Set([CERTIFICATE_PATH]));
  await emulator.close();
  expect(await notify()).toEqual([503, "10"]);
});
