import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import { PATIENCE_MS } from "../../../testing/patience.ts";
import { providerIo } from "../../../testing/provider-io.ts";
import { systemTime } from "../../foundation/clock.ts";
import { parseOutboundAllow } from "../../outbound/allow-list.ts";
import { createOutbound } from "../../outbound/outbound.ts";
import type { EmailMessage, SendOutcome } from "../provider.ts";
import { createSmtp } from "./smtp.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Received = { declared: unknown; source: string; mail: Email };

/** A mail server on loopback that accepts any address, as lenient ones do, and notes what it is asked. */
async function mailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const recipients: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, _session, done) {
      recipients.push(address);
      done();
    },
    async onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      for await (const part of stream) parts.push(part as Buffer);
      const source = Buffer.concat(parts).toString();
      const mail = await PostalMime.parse(source, { attachmentEncoding: "utf8" });
      const { args } = envelope.mailFrom || {};
      received.push({ declared: args, source, mail });
      done();
    },
    ...options,
  });
  server.on("error", () => {});
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  closing.push(() => new Promise<void>((done) => server.close(() => done())));
  return { received, recipients, port: String((server.server.address() as AddressInfo).port) };
}

const TIMEOUTS = { connectMs: PATIENCE_MS, greetingMs: PATIENCE_MS, totalMs: PATIENCE_MS, idleMs: 1_000 };

async function send(
  port: string,
  more: Partial<EmailMessage>,
  from = "us@example.org",
): Promise<SendOutcome> {
  const { provider, close } = createSmtp({ timeouts: TIMEOUTS, time: systemTime });
  const outbound = createOutbound({ allow: parseOutboundAllow("127.0.0.0/8 127.0.0.1:2"), time: systemTime });
  closing.push(outbound.close, close);
  const message: EmailMessage = {
    key: "abcdefgh",
    to: [{ address: "ada@example.com", name: "Ada" }],
    subject: "Hello",
    html: "<p>Hello</p>",
    text: "Hello",
    ...more,
  };
  return provider.send(message, { host: "127.0.0.1", port, from }, providerIo(outbound));
}

const typesIn = (source: string) =>
  [...source.matchAll(/^Content-Type: (.*(?:\r\n[ \t].*)*)/gm)].map(([, type = ""]) =>
    type.replace(/\r\n[ \t]+/g, " ").replace(/; boundary=.*/, ""),
  );

const CALENDAR = "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:Größe\r\nEND:VCALENDAR\r\n";
const invitation = {
  name: "invite.ics",
  mime: "text/calendar; method=REQUEST; charset=UTF-8",
  bytes: Buffer.from(CALENDAR),
};
const amp = { name: "a", mime: "text/x-amp-html", bytes: Buffer.from("<html ⚡4email></html>") };
const csv = { name: "März.csv", mime: "text/csv;charset=iso-8859-1;header=present", bytes: Buffer.from("a") };

describe("the parts of a mail by SMTP", () => {
  it("a file keeps the parameters of its type", async () => {
    const server = await mailServer();
    expect((await send(server.port, { attachments: [csv] })).kind).toBe("accepted");
    const [one] = server.received;
    expect(typesIn(one?.source ?? "").at(-1)).toMatch(
      /^text\/csv; charset=iso-8859-1; header=present; name=/,
    );
    expect(one?.mail.attachments).toMatchObject([{ filename: "März.csv", mimeType: "text/csv" }]);
  });

  it("an invitation is the last alternative, with its method, and no file", async () => {
    const server = await mailServer();
    await send(server.port, { attachments: [invitation] });
    const [one] = server.received;
    expect(typesIn(one?.source ?? "")).toEqual([
      "multipart/alternative",
      "text/plain; charset=utf-8",
      "text/html; charset=utf-8",
      "text/calendar; charset=UTF-8; method=REQUEST",
    ]);
    expect(one?.source).not.toContain("Content-Disposition");
    expect(one?.mail.attachments).toMatchObject([
      { method: "REQUEST", content: CALENDAR.replaceAll("\r\n", "\n") },
    ]);
  });

  it("an AMP part is before the HTML; images and files stay around it", async () => {
    const server = await mailServer();
    const image = { name: "l.png", mime: "image/png", bytes: Buffer.from("png"), contentId: "logo" };
    await send(server.port, { attachments: [amp, csv, image, invitation] });
    expect(typesIn(server.received[0]?.source ?? "").map((type) => type.split(";")[0])).toEqual([
      "multipart/mixed",
      "multipart/alternative",
      "text/plain",
      "text/x-amp-html",
      "multipart/related",
      "text/html",
      "image/png",
      "text/calendar",
      "text/csv",
    ]);
  });

  it("every attempt sends the same bytes, and no author can write the boundary", async () => {
    const server = await mailServer();
    const stored = { id: "m1", at: new Date("2026-08-01T12:00:00Z") };
    for (const text of ["a", "a", "b"]) {
      const bytes = Buffer.from(`${CALENDAR}${text}`);
      await send(server.port, { stored, attachments: [{ ...invitation, bytes }] });
    }
    const boundaries = server.received.map(({ source }) => /boundary="([^"]+)"/.exec(source)?.[1]);
    expect(boundaries[0]).toBeDefined();
    expect(boundaries[1]).toBe(boundaries[0]);
    expect(boundaries[2]).not.toBe(boundaries[0]);
  });

  it.each([
    ["pdf", "mime"],
    ["text/plain; charset", "mime"],
    ["multipart/mixed", "mime"],
    ["text/x-amp-html; charset=iso-8859-1", "file"],
  ])("a type that no part can have is rejected: %s", async (mime, member) => {
    const server = await mailServer();
    const outcome = await send(server.port, { attachments: [{ ...csv, mime }] });
    expect(outcome).toMatchObject({
      kind: "rejected",
      reason: expect.stringContaining(`its ${member} must`),
    });
    expect(server.recipients).toEqual([]);
  });
});

describe("the addresses of a mail by SMTP", () => {
  it("reply-to has all addresses, with their names", async () => {
    const server = await mailServer();
    const replyTo = [
      { address: "support@example.com", name: 'The "Desk"' },
      { address: "sales@example.com" },
    ];
    await send(server.port, { replyTo });
    expect(server.received[0]?.mail.replyTo).toEqual([
      { address: "support@example.com", name: 'The "Desk"' },
      { address: "sales@example.com", name: "" },
    ]);
  });

  it("each address gets one RCPT and stands in one header", async () => {
    const server = await mailServer();
    await send(server.port, {
      to: [{ address: "ada@example.com" }, { address: "ADA@example.com" }],
      cc: [{ address: "Ada@Example.com" }, { address: "bob@bücher.example" }],
      bcc: [{ address: "bob@xn--bcher-kva.example" }, { address: "cem@example.com" }],
    });
    const [one] = server.received;
    // The server decodes domains.
    expect(server.recipients).toEqual(["ada@example.com", "bob@bücher.example", "cem@example.com"]);
    expect(one?.mail.to?.map(({ address }) => address)).toEqual(["ada@example.com"]);
    expect(one?.mail.cc?.map(({ address }) => address)).toEqual(["bob@xn--bcher-kva.example"]);
  });
});

const utf8 = { address: "用户@例え.jp" };

describe("an internationalized address", () => {
  it.each<[string, Partial<EmailMessage>]>([
    ["the recipient's address", { to: [utf8] }],
    ["the sender's address", { from: utf8 }],
    ["replyTo", { replyTo: [{ address: "support@example.com" }, utf8] }],
  ])("in %s: a server without SMTPUTF8 gets no mail, and the outcome says why", async (part, more) => {
    const server = await mailServer({ hideSMTPUTF8: true });
    const outcome = await send(server.port, more);
    const reason = expect.stringMatching(/SMTPUTF8 \(RFC 6531\)/);
    expect(outcome).toMatchObject({ kind: "config_error", reason });
    expect(outcome).toMatchObject({ reason: expect.stringContaining(part) });
    expect(server.recipients).toEqual([]);
    expect(server.received).toEqual([]);
  });

  it.each<[string, Partial<EmailMessage>]>([
    ["cc", { cc: [utf8] }],
    ["bcc", { bcc: [utf8] }],
  ])("in %s: a server without SMTPUTF8 gets the mail for the others", async (_field, more) => {
    const server = await mailServer({ hideSMTPUTF8: true });
    const outcome = await send(server.port, more);
    const reason = expect.stringMatching(/SMTPUTF8 \(RFC 6531\)/);
    const refused = [{ recipient: utf8.address, reason }];
    expect(outcome).toMatchObject({ kind: "accepted", recipients: { waiting: [], refused } });
    expect(server.recipients).toEqual(["ada@example.com"]);
  });

  it.each<[string, Partial<EmailMessage>]>([
    ["to", { to: [utf8] }],
    ["cc", { cc: [utf8] }],
    ["bcc", { bcc: [utf8] }],
    ["from", { from: utf8 }],
  ])("in %s: a server with SMTPUTF8 gets the mail, declared as such", async (_field, more) => {
    const server = await mailServer();
    expect((await send(server.port, more)).kind).toBe("accepted");
    expect(server.received).toMatchObject([{ declared: { SMTPUTF8: true } }]);
  });

  it("in replyTo: a server with SMTPUTF8 gets the mail", async () => {
    const server = await mailServer();
    expect((await send(server.port, { replyTo: [utf8] })).kind).toBe("accepted");
    expect(server.received[0]?.mail.replyTo).toMatchObject([utf8]);
  });

  it("a domain alone needs no SMTPUTF8, and leaves no other letters in the headers", async () => {
    const server = await mailServer({ hideSMTPUTF8: true });
    const outcome = await send(server.port, { to: [{ address: "ada@bücher.example" }] }, "us@größe.example");
    expect(outcome.kind).toBe("accepted");
    expect(server.received).toHaveLength(1);
    const [headers = ""] = server.received[0]?.source.split("\r\n\r\n") ?? [];
    expect(headers).toMatch(/^[\x20-\x7e\r\n\t]*$/);
  });

  it("a server that does not answer is not said to lack it", async () => {
    // Not a port that was free a moment ago: another process may have it now.
    const outcome = await send("2", { to: [utf8] });
    expect(outcome).toMatchObject({
      kind: "not_processed",
      reason: "The connection to the mail server failed (ECONNREFUSED).",
    });
  });

  it("is found out on the connection that sends: many mails need one", async () => {
    let connections = 0;
    const server = await mailServer({
      onConnect(_session, done) {
        connections += 1;
        done();
      },
    });
    const timeouts = { ...TIMEOUTS, idleMs: PATIENCE_MS };
    const { provider, close } = createSmtp({ timeouts, time: systemTime });
    const outbound = createOutbound({ allow: parseOutboundAllow("127.0.0.0/8"), time: systemTime });
    closing.push(outbound.close, close);
    const credentials = { host: "127.0.0.1", port: server.port, from: "us@example.org" };
    for (let n = 0; n < 3; n += 1) {
      const mail = { key: `k${n}`, to: [utf8], subject: "x", html: "x" };
      expect((await provider.send(mail, credentials, providerIo(outbound))).kind).toBe("accepted");
    }
    expect(connections).toBe(1);
  });
});
