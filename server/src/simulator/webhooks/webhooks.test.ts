import { describe, expect, test } from "vitest";
import { fetchingBy } from "../../../testing/receipt-case.ts";
import type { ReceiptKind, Verification } from "../../providers/receipts/receipt.ts";
import { RECEIPT_RULES, receiptRulesOf } from "../../providers/receipts/receipts.ts";
import type { AnyVendorCase } from "../vendor-case.ts";
import { SIMULATED_CASES } from "../vendors/simulated.ts";
import { SNS_CERTIFICATE } from "./sns-certificate.ts";
import type { VendorWebhook } from "./vendor-webhook.ts";

/** What the simulator sends is what the service reads. */

const AT = new Date("2026-08-01T12:00:00Z");
const URL_OF_RECEIPTS = "http://127.0.0.1:3000/v2/inbound-webhooks/delivery-providers/e1/i1";
const VENDOR_URL = "http://127.0.0.1:4500/vendor";
const EVENT = { address: "ada@example.com", at: AT, eventId: "5f0c" };

const reporting = SIMULATED_CASES.filter(({ webhook }) => webhook);

test("the simulator reports for every vendor whose receipts are read", () => {
  const ids = reporting.map(({ provider }) => provider.id).sort();
  expect(ids).toEqual(Object.keys(RECEIPT_RULES).sort());
});

const fieldsOf = (text: string) => Object.fromEntries(new URLSearchParams(text));

function verificationOf(webhook: VendorWebhook, content: object): Verification & { signingKey: string } {
  const text = webhook.form
    ? new URLSearchParams(content as Record<string, string>).toString()
    : JSON.stringify(content);
  const unsigned = { url: URL_OF_RECEIPTS, body: text, at: AT, vendorUrl: VENDOR_URL };
  const { url = URL_OF_RECEIPTS, body = text, headers = {} } = webhook.sign(unsigned);
  const fields = body === "" ? new URL(url).search : body;
  const read = webhook.form || body === "" ? fieldsOf(fields) : JSON.parse(body);
  const answer = { status: 200, headers: {}, body: SNS_CERTIFICATE, isCut: false };
  const call: Verification["call"] = async () => ({ kind: "answered", ...answer });
  return {
    request: { method: body === "" ? "GET" : "POST", url, headers, body: Buffer.from(body), content: read },
    signingKey: webhook.signingKey,
    credentials: { baseUrl: VENDOR_URL },
    now: AT,
    call,
    fetchCertificate: fetchingBy(call),
  };
}

describe.each(reporting.map((one) => [one.provider.id, one] as const))("%s", (id, { webhook, responses }) => {
  const { bodies } = webhook as VendorWebhook;
  const messageId = responses.find(({ id: named }) => named)?.id ?? "";

  test.each(Object.keys(bodies) as ReceiptKind[])("%s: signed, and read as it was meant", async (kind) => {
    const rules = receiptRulesOf(id);
    const address = id === "ses" || id === "brevo-sms" ? EVENT.address : "+31600000001";
    const content = bodies[kind]?.({ ...EVENT, address, messageId }) ?? {};
    const verification = verificationOf(webhook as VendorWebhook, content);
    expect(await rules?.verify(verification)).toBe(true);
    const [receipt, ...more] = rules?.receiptsIn(verification.request.content) ?? [];
    expect(more).toEqual([]);
    expect(receipt).toMatchObject({ kind, providerMessageId: messageId });
    if (receipt?.address !== undefined) expect(address).toContain(receipt.address);
  });

  test("delivered is among what it reports, and a changed key is refused", async () => {
    const rules = receiptRulesOf(id);
    const content = bodies.delivered?.({ ...EVENT, messageId }) ?? {};
    const verification = verificationOf(webhook as VendorWebhook, content);
    expect(await rules?.verify({ ...verification, signingKey: "another" })).toBe(false);
  });
});

test("no kind of event has the name of another case of its vendor", async () => {
  const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const doubled = reporting.flatMap(({ provider, responses, webhook }: AnyVendorCase) =>
    responses.filter(({ name }) => Object.hasOwn(webhook?.bodies ?? {}, slug(name))).map(() => provider.id),
  );
  expect(doubled).toEqual([]);
});
