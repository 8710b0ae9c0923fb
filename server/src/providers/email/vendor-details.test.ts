import { describe, expect, test } from "vitest";
import { providerIo } from "../../../testing/provider-io.ts";
import type { VendorCase } from "../../simulator/vendor-case.ts";
import { mailersendCase } from "../../simulator/vendors/mailersend.ts";
import { mailjetCase } from "../../simulator/vendors/mailjet.ts";
import { resendCase } from "../../simulator/vendors/resend.ts";
import { sendinblueCase } from "../../simulator/vendors/sendinblue.ts";
import { sesCase } from "../../simulator/vendors/ses.ts";
import { sparkpostCase } from "../../simulator/vendors/sparkpost.ts";
import type { EmailMessage, HttpCall } from "../provider.ts";

/** Details of the requests that the one message of `vendors.test.ts` does not show. */

async function callOf(vendor: VendorCase<"email">, changes: Partial<EmailMessage>): Promise<HttpCall> {
  const calls: HttpCall[] = [];
  const io = providerIo({
    request: async (call) => {
      calls.push(call);
      return { kind: "answered", status: 200, headers: {}, body: "{}", isCut: false };
    },
    now: () => new Date("2026-08-01T12:00:00Z"),
    resolve: async () => ({ kind: "unreachable", reason: "a test" }),
  });
  await vendor.provider.send({ ...vendor.message, ...changes }, vendor.credentials, io);
  return calls[0] as HttpCall;
}

async function bodyOf(vendor: VendorCase<"email">, changes: Partial<EmailMessage>) {
  return JSON.parse(String((await callOf(vendor, changes)).body));
}

const DATA = { "order id": "7/8 Größe 😀", order_id: "9", empty: "", plain: "a-b_c" };

describe("custom data", () => {
  test("ses and resend: tags with the characters that they take, each name once", async () => {
    const tags = [
      { name: "order_id", value: "7_8_Gr__e__" },
      { name: "plain", value: "a-b_c" },
    ];
    expect((await bodyOf(resendCase, { customData: DATA })).tags).toEqual(tags);
    const { EmailTags } = await bodyOf(sesCase, { customData: DATA });
    expect(EmailTags).toEqual(tags.map(({ name, value }) => ({ Name: name, Value: value })));
    const long = await bodyOf(resendCase, { customData: { long: "x".repeat(300) } });
    expect(long.tags[0].value).toHaveLength(256);
  });

  test("mailjet: the data itself; brevo: the same in ASCII, because it is a header", async () => {
    const { Messages } = await bodyOf(mailjetCase, { customData: DATA });
    expect(JSON.parse(Messages[0].EventPayload)).toEqual(DATA);
    const { headers } = await bodyOf(sendinblueCase, { customData: DATA });
    expect(headers["X-Mailin-custom"]).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(headers["X-Mailin-custom"])).toEqual(DATA);
  });

  test("brevo: a header of the trigger stays", async () => {
    const { headers } = await bodyOf(sendinblueCase, { headers: { "x-mailin-custom": "mine" } });
    expect(headers).toMatchObject({ "x-mailin-custom": "mine" });
    expect(Object.keys(headers)).not.toContain("X-Mailin-custom");
  });

  test("mailersend: at most five tags", async () => {
    const many = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`n${index}`, "v"]));
    expect((await bodyOf(mailersendCase, { customData: many })).tags).toEqual([
      "n0:v",
      "n1:v",
      "n2:v",
      "n3:v",
      "n4:v",
    ]);
  });

  test.each([sesCase, resendCase, mailjetCase, sendinblueCase, mailersendCase])(
    "$provider.id: a mail without data has no field for it",
    async (vendor) => {
      const { customData: _, ...message } = vendor.message;
      const body = JSON.stringify(await bodyOf({ ...vendor, message }, {}));
      expect(body).not.toMatch(/EmailTags|"tags"|EventPayload|X-Mailin-custom/);
    },
  );
});

test("brevo: names of at most 70 characters, for every mailbox, without half a character", async () => {
  const named = (address: string) => ({ address, name: `${"a".repeat(69)}😀b` });
  const body = await bodyOf(sendinblueCase, {
    from: named("shop@example.com"),
    to: [named("ada@example.com")],
    cc: [named("bob@example.com")],
    bcc: [named("eve@example.com")],
    replyTo: [named("help@example.com")],
  });
  const short = (email: string) => ({ email, name: "a".repeat(69) });
  expect(body).toMatchObject({
    sender: short("shop@example.com"),
    to: [short("ada@example.com")],
    cc: [short("bob@example.com")],
    bcc: [short("eve@example.com")],
    replyTo: short("help@example.com"),
  });
  const fitting = { address: "ada@example.com", name: "a".repeat(70) };
  expect((await bodyOf(sendinblueCase, { from: fitting })).sender.name).toBe(fitting.name);
});

test("sparkpost: the key of the message is the idempotency key", async () => {
  const { headers } = await callOf(sparkpostCase, {});
  expect(headers).toMatchObject({ "idempotency-key": sparkpostCase.message.key });
});
