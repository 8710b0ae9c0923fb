import PostalMime from "postal-mime";
import { describe, expect, test } from "vitest";
import { TAKES_ONE_REPLY_TO } from "../src/providers/email/reply-to.ts";
import type { Attachment, EmailMessage, HttpCall, SendOutcome } from "../src/providers/provider.ts";
import { decodeBody } from "../src/simulator/received.ts";
import type { AnyVendorCase, VendorCase } from "../src/simulator/vendor-case.ts";
import { VENDOR_CASES } from "../src/simulator/vendors/vendors.ts";
import { providerIo } from "../testing/provider-io.ts";

const isOfMail = (one: AnyVendorCase): one is VendorCase<"email"> => one.provider.channel === "email";
const VENDORS = VENDOR_CASES.filter(isOfMail).map((one) => [one.provider.id, one] as const);
const vendorCase = (id: string) => VENDORS.find(([name]) => name === id)?.[1] as VendorCase<"email">;

const CALENDAR = "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:Größe\r\nEND:VCALENDAR\r\n";
const AMP = "<!doctype html><html ⚡4email data-css-strict><body>Grüße</body></html>";
const csv: Attachment = { name: "a.csv", mime: "text/csv;charset=UTF-8", bytes: Buffer.from("a;b") };
const invitation: Attachment = {
  name: "invite.ics",
  mime: "text/calendar; charset=UTF-8; method=request",
  bytes: Buffer.from(CALENDAR),
};
const amp: Attachment = { name: "mail.amp", mime: "text/x-amp-html", bytes: Buffer.from(AMP) };
const support = { address: "support@example.com", name: 'The "Desk"' };
const sales = { address: "sales@example.com" };

type Sent = { outcome: SendOutcome; calls: HttpCall[]; body: any };

/** What a vendor gets for the mail of its case with other parts. */
async function send(id: string, more: Partial<EmailMessage>): Promise<Sent> {
  const { provider, credentials, message, answersBefore } = vendorCase(id);
  const calls: HttpCall[] = [];
  const io = providerIo({
    async request(call) {
      const before = answersBefore?.[new URL(call.url).pathname];
      if (!before) calls.push(call);
      return { kind: "answered", status: 200, headers: {}, body: JSON.stringify(before ?? {}), isCut: false };
    },
    resolve: async () => ({ kind: "forbidden", reason: "no SMTP here" }),
    now: () => new Date("2026-08-01T12:00:00Z"),
  });
  const outcome = await provider.send({ ...message, attachments: [], ...more }, credentials, io);
  const { body = "", headers = {} } = calls[0] ?? {};
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return { outcome, calls, body: await decodeBody(bytes, headers["content-type"] ?? "application/json") };
}

/** The type of the first file, if the request states one. */
const TYPES: Record<string, (body: any) => unknown> = {
  mandrill: (body) => body.message.attachments[0].type,
  mailtrap: (body) => body.attachments[0].type,
  postmark: (body) => body.Attachments[0].ContentType,
  resend: (body) => body.attachments[0].content_type,
  sparkpost: (body) => body.content.attachments[0].type,
  mailjet: (body) => body.Messages[0].Attachments[0].ContentType,
  outlook365: (body) => body.message.attachments[0].contentType,
  plunk: (body) => body.attachments[0].contentType,
  sendgrid: (body) => body.attachments[0].type,
};
const KEEPS_PARAMETERS = ["mandrill", "mailtrap", "postmark", "resend", "sparkpost"];

describe("a file's type with a parameter", () => {
  test.each(Object.keys(TYPES))("%s: gets it as the vendor takes it", async (id) => {
    const { outcome, body } = await send(id, { attachments: [csv] });
    expect(outcome.kind).not.toBe("rejected");
    const expected = KEEPS_PARAMETERS.includes(id) ? "text/csv; charset=UTF-8" : "text/csv";
    expect(TYPES[id]?.(body)).toBe(expected);
  });

  test.each([
    ["mailgun", "text/csv; charset=utf-8"],
    ["infobip-email", "text/csv"],
  ])("%s: gets it as the type of a form's part", async (id, expected) => {
    const { calls } = await send(id, { attachments: [csv] });
    expect(String(calls[0]?.body)).toContain(`\r\nContent-Type: ${expected}\r\n`);
  });

  test("ses: gets a whole mail, because Simple has no parameters", async () => {
    const { body } = await send("ses", { attachments: [csv] });
    expect(body.Content.Simple).toBeUndefined();
    const mail = Buffer.from(body.Content.Raw.Data, "base64").toString();
    expect(mail).toMatch(/^Content-Type: text\/csv; charset=UTF-8; name=a\.csv\r$/m);
    expect(mail).not.toContain("cem@example.com");
    expect(body.Destination.BccAddresses).toEqual(["cem@example.com"]);
  });

  test.each(VENDORS.map(([id]) => id).filter((id) => id !== "braze"))("%s: sends the mail", async (id) => {
    const { outcome, calls } = await send(id, { attachments: [csv] });
    expect(calls, JSON.stringify(outcome)).toHaveLength(1);
  });
});

describe("an invitation", () => {
  test("sendgrid: is content after the HTML, with its method alone", async () => {
    const { body } = await send("sendgrid", { attachments: [invitation, csv] });
    expect(body.content.map((one: any) => one.type)).toEqual([
      "text/plain",
      "text/html",
      "text/calendar; method=REQUEST",
    ]);
    expect(body.content[2].value).toBe(CALENDAR);
    expect(body.attachments).toHaveLength(1);
  });

  test("ses: is an alternative of a whole mail", async () => {
    const { body } = await send("ses", { attachments: [invitation] });
    const mail = Buffer.from(body.Content.Raw.Data, "base64").toString();
    expect(mail).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(mail).toMatch(/^Content-Type: text\/calendar; charset=UTF-8; method=REQUEST\r$/m);
    const { attachments } = await PostalMime.parse(mail, { attachmentEncoding: "utf8" });
    // The parser writes LF.
    expect(attachments.map(({ content }) => content)).toEqual([CALENDAR.replaceAll("\r\n", "\n")]);
  });

  test("postmark: is a file with the type that Postmark documents for invitations", async () => {
    const { body } = await send("postmark", { attachments: [invitation] });
    expect(body.Attachments).toEqual([
      {
        Name: "invite.ics",
        Content: Buffer.from(CALENDAR).toString("base64"),
        ContentType: "text/calendar; charset=UTF-8; method=request",
      },
    ]);
  });

  test("mailjet: is a file with a bare type", async () => {
    const { body } = await send("mailjet", { attachments: [invitation] });
    expect(body.Messages[0].Attachments).toMatchObject([
      { ContentType: "text/calendar", Filename: "invite.ics" },
    ]);
  });

  test("without a method it is a file", async () => {
    const { body } = await send("sendgrid", { attachments: [{ ...invitation, mime: "text/calendar" }] });
    expect(body.content).toHaveLength(2);
    expect(body.attachments).toMatchObject([{ type: "text/calendar", filename: "invite.ics" }]);
  });
});

const AMP_AT: Record<string, (body: any) => unknown> = {
  "infobip-email": (body) => body.ampHtml,
  mailgun: (body) => body["amp-html"],
  sparkpost: (body) => body.content.amp_html,
  sendgrid: (body) => body.content.find((one: any) => one.type === "text/x-amp-html").value,
};

describe("an AMP part", () => {
  test.each(Object.keys(AMP_AT))("%s: goes where the vendor takes it, and is no file", async (id) => {
    const { body, calls } = await send(id, { attachments: [amp] });
    expect(AMP_AT[id]?.(body)).toBe(AMP);
    expect(String(calls[0]?.body)).not.toContain("mail.amp");
  });

  test("sendgrid: stands between the text and the HTML", async () => {
    const { body } = await send("sendgrid", { attachments: [amp, invitation] });
    expect(body.content.map((one: any) => one.type)).toEqual([
      "text/plain",
      "text/x-amp-html",
      "text/html",
      "text/calendar; method=REQUEST",
    ]);
  });

  test("ses: is an alternative of a whole mail", async () => {
    const { body } = await send("ses", { attachments: [amp] });
    const mail = Buffer.from(body.Content.Raw.Data, "base64").toString();
    const types = [...mail.matchAll(/^Content-Type: ([^;\r]*)/gm)].map(([, type]) => type);
    expect(types).toEqual(["multipart/alternative", "text/plain", "text/x-amp-html", "text/html"]);
  });

  const others = VENDORS.map(([id]) => id).filter((id) => !(id in AMP_AT) && id !== "ses");
  test.each(others)("%s: is refused before a call, because the vendor would drop it", async (id) => {
    const { outcome, calls } = await send(id, { attachments: [amp] });
    expect(outcome).toMatchObject({ kind: "rejected", reason: expect.stringContaining("takes no AMP part") });
    expect(calls).toEqual([]);
  });
});

const REPLIES: Record<string, (body: any) => unknown> = {
  mailgun: (body) => body["h:Reply-To"],
  mailtrap: (body) => body.headers["Reply-To"],
  mandrill: (body) => body.message.headers["Reply-To"],
  postmark: (body) => body.ReplyTo,
  sparkpost: (body) => body.content.reply_to,
};

describe("several reply-to addresses", () => {
  const replyTo = [support, sales];

  test.each(Object.keys(REPLIES))("%s: gets a list of mailboxes in one text", async (id) => {
    const { body } = await send(id, { replyTo });
    expect(REPLIES[id]?.(body)).toBe('"The \\"Desk\\"" <support@example.com>, sales@example.com');
  });

  test("resend, ses, sendgrid, outlook365: get a list", async () => {
    const texts = ['"The \\"Desk\\"" <support@example.com>', "sales@example.com"];
    expect((await send("resend", { replyTo })).body.reply_to).toEqual(texts);
    expect((await send("ses", { replyTo })).body.ReplyToAddresses).toEqual(texts);
    const { reply_to, reply_to_list } = (await send("sendgrid", { replyTo })).body;
    expect(reply_to).toBeUndefined();
    expect(reply_to_list).toEqual([
      { email: "support@example.com", name: 'The "Desk"' },
      { email: "sales@example.com" },
    ]);
    expect((await send("outlook365", { replyTo })).body.message.replyTo).toEqual([
      { emailAddress: { address: "support@example.com", name: 'The "Desk"' } },
      { emailAddress: { address: "sales@example.com" } },
    ]);
  });

  test.each([...TAKES_ONE_REPLY_TO])(
    "%s: refuses them before a call, because it would drop one",
    async (id) => {
      const { outcome, calls } = await send(id, { replyTo });
      expect(outcome).toMatchObject({
        kind: "rejected",
        reason: expect.stringContaining("takes one reply-to address, and the mail has 2"),
      });
      expect(calls).toEqual([]);
      expect(String((await send(id, { replyTo: [sales] })).calls[0]?.body)).toContain("sales@example.com");
    },
  );

  test("each vendor takes several, or is one that takes one", () => {
    const several = [...Object.keys(REPLIES), "resend", "ses", "sendgrid", "outlook365"];
    expect([...several, ...TAKES_ONE_REPLY_TO].sort()).toEqual(VENDORS.map(([id]) => id).sort());
  });
});

describe("an address that is named twice", () => {
  test.each(VENDORS)("%s: gets it once", async (id, { message }) => {
    const [ada] = message.to;
    const again = { address: "ADA@Example.com" };
    const { calls } = await send(id, {
      replyTo: [],
      to: [...message.to, again],
      cc: [again, { address: "bob@example.com" }],
      bcc: [{ address: "Bob@example.com" }, again],
    });
    const text = String(calls[0]?.body);
    // SparkPost repeats the header To for each recipient.
    const found = id === "sparkpost" ? /"email":"ada@example.com"/gi : /ada(@|%40)example\.com/gi;
    expect(ada?.address).toBe("ada@example.com");
    expect(text.match(found)).toHaveLength(1);
    if (id !== "sparkpost") expect(text.match(/bob(@|%40)example\.com/gi)).toHaveLength(1);
  });
});

describe("an internationalized address by Amazon SES, which takes ASCII alone", () => {
  test("a domain is sent in its form in ASCII", async () => {
    const { body } = await send("ses", { to: [{ address: "ada@bücher.example", name: "Ada" }] });
    expect(body.Destination.ToAddresses).toEqual(['"Ada" <ada@xn--bcher-kva.example>']);
  });

  test.each<[string, Partial<EmailMessage>, string]>([
    ["to", { to: [{ address: "用户@example.com" }] }, "recipient_error"],
    ["cc", { cc: [{ address: "jürgen@example.com" }] }, "recipient_error"],
    ["bcc", { bcc: [{ address: "jürgen@example.com" }] }, "recipient_error"],
    ["the sender's address", { from: { address: "grüße@example.com" } }, "config_error"],
    ["replyTo", { replyTo: [sales, { address: "grüße@example.com" }] }, "rejected"],
  ])("%s with other letters before the @ is refused with the reason", async (field, more, kind) => {
    const { outcome, calls } = await send("ses", more);
    expect(outcome).toMatchObject({ kind, reason: expect.stringContaining("SMTPUTF8") });
    expect(outcome).toMatchObject({ reason: expect.stringContaining(field) });
    expect(calls).toEqual([]);
  });
});
