import { describe, expect, test } from "vitest";
import { fetchingBy, NOW, RECEIPT_URL } from "../../../testing/receipt-case.ts";
import {
  EXPIRED,
  FUTURE,
  OF_CAPE_TOWN,
  OTHER_NAME,
  WILDCARD,
} from "../../../testing/receipts/sns-certificates.ts";
import { CERTIFICATE_PATH, SNS_TOPIC, snsEnvelope } from "../../simulator/webhooks/ses.ts";
import { SNS_CERTIFICATE } from "../../simulator/webhooks/sns-certificate.ts";
import type { HttpResult } from "../provider.ts";
import type { Verification } from "./receipt.ts";
import { sesReceipts } from "./ses.ts";
import { UnjudgedReceipt } from "./unjudged.ts";

/** SNS: the certificate, the topic and the confirmation of a subscription. */

type Sent = Verification & { signingKey: string };

const SNS = "https://sns.eu-central-1.amazonaws.com";
const FOREIGN_TOPIC = "arn:aws:sns:eu-central-1:210987654321:mails";
const NOTIFICATION = { Type: "Notification", Message: "{}" };
const ANSWERED = { kind: "answered", status: 200, headers: {}, isCut: false } as const;
const fileOf = (body: string): HttpResult => ({ ...ANSWERED, body });

/** The request with this body; everything that is called answers with the same. */
function verification(body: string, answer = fileOf(SNS_CERTIFICATE), more: Partial<Sent> = {}) {
  const called: string[] = [];
  const call: Sent["call"] = async ({ url }) => {
    called.push(url);
    return answer;
  };
  const bytes = Buffer.from(body);
  const request = {
    method: "POST",
    url: RECEIPT_URL,
    headers: {},
    body: bytes,
    content: JSON.parse(body),
  } as const;
  const sent = { request, signingKey: SNS_TOPIC, credentials: {}, now: NOW, call, ...more };
  return { ...sent, fetchCertificate: fetchingBy(call), called };
}

test("a changed message, a foreign topic, a certificate from elsewhere: refused, with nothing fetched", async () => {
  const signed = snsEnvelope(NOTIFICATION, { at: NOW });
  const genuine = verification(signed);
  expect(await sesReceipts.verify(genuine)).toBe(true);
  expect(genuine.called).toEqual([SNS + CERTIFICATE_PATH]);
  const isRefused = async (changes: object) => {
    const sent = verification(JSON.stringify({ ...JSON.parse(signed), ...changes }));
    expect(await sesReceipts.verify(sent), JSON.stringify(changes)).toBe(false);
    return sent.called;
  };
  expect(await isRefused({ Message: '{"eventType":"Bounce"}' })).toHaveLength(1);
  expect(await isRefused({ SignatureVersion: "1" })).toHaveLength(1);
  const unfetched: object[] = [
    ...["3", "constructor", 3, {}, null].map((SignatureVersion) => ({ SignatureVersion })),
    ...["SubscriptionConfirmation", "constructor", ["Notification"]].map((Type) => ({ Type })),
    ...[FOREIGN_TOPIC, { toString: 1 }, [SNS_TOPIC]].map((TopicArn) => ({ TopicArn })),
    ...["", {}, "x".repeat(2_000)].map((Signature) => ({ Signature })),
    ...["2020-01-01T00:00:00Z", "x", 5, {}].map((Timestamp) => ({ Timestamp })),
    ...[
      `${SNS}/?x=${CERTIFICATE_PATH}`,
      `${SNS}/#${CERTIFICATE_PATH}`,
      `${SNS}/another.pem`,
      `${SNS}.evil.example${CERTIFICATE_PATH}`,
      `https://sns.eu-west-1.amazonaws.com${CERTIFICATE_PATH}`,
      `https://sns.s3-eu-west-1.amazonaws.com${CERTIFICATE_PATH}`,
      `http://sns.eu-central-1.amazonaws.com${CERTIFICATE_PATH}`,
      { toString: 1 },
    ].map((SigningCertURL) => ({ SigningCertURL })),
  ];
  for (const changes of unfetched) expect(await isRefused(changes), JSON.stringify(changes)).toEqual([]);
  const foreign = verification(snsEnvelope(NOTIFICATION, { at: NOW, topic: FOREIGN_TOPIC }));
  expect([await sesReceipts.verify(foreign), foreign.called]).toEqual([false, []]);
});

test("a certificate with another name, that is not valid now, or that is not one certificate: refused", async () => {
  const body = snsEnvelope(NOTIFICATION, { at: NOW });
  const files = [OTHER_NAME, WILDCARD, EXPIRED, FUTURE, OF_CAPE_TOWN];
  const several = [SNS_CERTIFICATE + OTHER_NAME, `${SNS_CERTIFICATE}\n<html>`, "", "<html>"];
  for (const file of [...files, ...several])
    expect(await sesReceipts.verify(verification(body, fileOf(file))), file.slice(0, 200)).toBe(false);
  // A known certificate that has expired meanwhile.
  const sent = verification(body);
  expect(await sesReceipts.verify(sent)).toBe(true);
  const later = new Date("2126-02-01T00:00:00Z");
  const { request } = verification(snsEnvelope(NOTIFICATION, { at: later }));
  expect(await sesReceipts.verify({ ...sent, request, now: later })).toBe(false);
});

test("newer regions have names of their own", async () => {
  const topic = "arn:aws:sns:af-south-1:123456789012:mails";
  const vendorUrl = "https://sns.af-south-1.amazonaws.com";
  const body = snsEnvelope(NOTIFICATION, { at: NOW, topic, vendorUrl });
  const sent = verification(body, fileOf(OF_CAPE_TOWN), { signingKey: topic });
  expect(await sesReceipts.verify(sent)).toBe(true);
  expect(await sesReceipts.verify({ ...sent, signingKey: SNS_TOPIC })).toBe(false);
});

test("a certificate that cannot be fetched: neither genuine nor forged", async () => {
  const body = snsEnvelope(NOTIFICATION, { at: NOW });
  for (const answer of [{ kind: "unreachable", reason: "" } as const, { ...ANSWERED, status: 503, body: "" }])
    await expect(sesReceipts.verify(verification(body, answer))).rejects.toThrow(UnjudgedReceipt);
  const gone = verification(body, { ...ANSWERED, status: 404, body: "" });
  expect(await sesReceipts.verify(gone)).toBe(false);
});

test("a certificate under the integration's own address of SES is accepted; one beside it is not", async () => {
  const vendorUrl = "http://127.0.0.1:4500/ses";
  const body = snsEnvelope(NOTIFICATION, { at: NOW, vendorUrl });
  const verifiedWith = (baseUrl: string) =>
    sesReceipts.verify(verification(body, fileOf(OTHER_NAME), { credentials: { baseUrl } }));
  expect(await verifiedWith(vendorUrl)).toBe(true);
  expect(await verifiedWith(`${vendorUrl}/`)).toBe(true);
  const others = ["http://127.0.0.1:4500/se", "http://127.0.0.1:4501/ses", "https://aws.test", "x", ""];
  for (const other of others) expect(await verifiedWith(other), other).toBe(false);
  const outside = snsEnvelope(NOTIFICATION, { at: NOW, vendorUrl: `${vendorUrl}/..` });
  const elsewhere = verification(outside, undefined, { credentials: { baseUrl: vendorUrl } });
  expect(await sesReceipts.verify(elsewhere)).toBe(false);
});

describe("the confirmation of a subscription", () => {
  const SubscribeURL = `${SNS}/?Action=ConfirmSubscription&TopicArn=${SNS_TOPIC}&Token=t1`;
  const SUBSCRIPTION = { Type: "SubscriptionConfirmation", Message: "You may", Token: "t1", SubscribeURL };
  const confirmed = async (body: string, answer?: HttpResult) => {
    const sent = verification(body);
    const called: string[] = [];
    const call: Sent["call"] = async (one) => {
      if (one.url.endsWith(".pem")) return sent.call(one);
      called.push(one.url);
      return answer ?? fileOf("");
    };
    return { result: await sesReceipts.handshake?.({ ...sent, call }), called };
  };

  test("of the own topic: is called at SNS; forged, of another topic or elsewhere: no call", async () => {
    const signed = (changes: object = {}) => snsEnvelope({ ...SUBSCRIPTION, ...changes }, { at: NOW });
    expect(await confirmed(signed())).toEqual({ result: "subscribed", called: [SubscribeURL] });
    const refused = [
      snsEnvelope(SUBSCRIPTION, { at: NOW, topic: FOREIGN_TOPIC }),
      snsEnvelope(SUBSCRIPTION, { at: new Date(NOW.getTime() - 301_000) }),
      snsEnvelope(NOTIFICATION, { at: NOW }),
      JSON.stringify({ ...JSON.parse(signed()), Token: "t2" }),
      signed({ SubscribeURL: "https://169.254.169.254/" }),
      signed({ SubscribeURL: `${SubscribeURL}&x=1` }),
      signed({ SubscribeURL: SubscribeURL.replace("ConfirmSubscription", "DeleteTopic") }),
      signed({ SubscribeURL: SubscribeURL.replace(SNS_TOPIC, FOREIGN_TOPIC) }),
      signed({ SubscribeURL: SubscribeURL.replace("t1", "t2") }),
      signed({ SubscribeURL: SubscribeURL.replace("eu-central-1", "eu-west-1") }),
    ];
    for (const body of refused) expect(await confirmed(body)).toEqual({ result: undefined, called: [] });
  });

  test("that SNS does not take now: unknown; that it refuses: refused", async () => {
    const body = snsEnvelope(SUBSCRIPTION, { at: NOW });
    for (const status of [500, 429])
      await expect(confirmed(body, { ...ANSWERED, status, body: "" })).rejects.toThrow(UnjudgedReceipt);
    await expect(confirmed(body, { kind: "broken", reason: "" })).rejects.toThrow(UnjudgedReceipt);
    const { result } = await confirmed(body, { ...ANSWERED, status: 403, body: "" });
    expect(result).toBeUndefined();
  });
});
