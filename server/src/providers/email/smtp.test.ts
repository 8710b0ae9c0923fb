import type { Socket } from "node:net";
import type { SMTPServerOptions } from "smtp-server";
import { describe, expect, it } from "vitest";
import {
  closeMailServersAfterEach,
  smtpAccount as credentials,
  smtpIo as io,
  mailServer,
  mailTo as message,
  QUICK,
  smtp,
  strangeServer,
} from "../../../testing/mail-servers.ts";
import { createMovableTime } from "../../../testing/movable-time.ts";
import { PATIENCE_MS } from "../../../testing/patience.ts";
import { parseOutboundAllow } from "../../outbound/allow-list.ts";
import type { Credentials, EmailMessage, ProviderIO } from "../provider.ts";

closeMailServersAfterEach();

function flood(socket: Socket, line: string): void {
  const lines = line.repeat(10_000);
  const pour = () => socket.write(lines, (error) => error ?? setImmediate(pour));
  pour();
}

function trickle(socket: Socket, line: string): void {
  const timer = setInterval(() => socket.write(line), 10);
  socket.on("close", () => clearInterval(timer));
}

describe("a mail by SMTP", () => {
  it("arrives complete, with the stable id in its headers", async () => {
    const server = await mailServer();
    const outcome = await smtp().send(
      message({
        key: "abc234:i2",
        cc: [{ address: "bob@example.com" }],
        bcc: [{ address: "eve@example.com" }],
        replyTo: [{ address: "reply@example.org", name: "Réply" }],
        subject: "Grüße 🎉",
        text: "Hello in text",
        headers: { "List-Unsubscribe": "<https://example.org/u>" },
        attachments: [{ name: "ä.txt", mime: "text/plain", bytes: Buffer.from("attached") }],
      }),
      credentials(server.port),
      io(),
    );
    expect(outcome).toMatchObject({ kind: "accepted", providerMessageId: "<abc234.i2@example.org>" });
    const [one] = server.received;
    expect(one?.from).toBe("service@example.org");
    expect(one?.recipients).toEqual(["ada@example.com", "bob@example.com", "eve@example.com"]);
    expect(one?.source).not.toContain("eve@");
    expect(one?.mail).toMatchObject({
      from: { address: "service@example.org", name: "The Service" },
      to: [{ address: "ada@example.com", name: "Ada" }],
      subject: "Grüße 🎉",
      messageId: "<abc234.i2@example.org>",
    });
    expect(one?.mail.html).toContain("<p>Hello</p>");
    expect(one?.mail.text).toContain("Hello in text");
    expect(one?.mail.attachments[0]?.filename).toBe("ä.txt");
    const headers = Object.fromEntries(one?.mail.headers.map(({ key, value }) => [key, value]) ?? []);
    expect(headers).toMatchObject({
      "x-idempotency-key": "abc234:i2",
      "auto-submitted": "auto-generated",
      "list-unsubscribe": "<https://example.org/u>",
    });
  });

  it("shares at most five connections per account", async () => {
    const server = await mailServer();
    const provider = smtp();
    const providerIO = io();
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        provider.send(message({ key: `k${n}` }), credentials(server.port), providerIO),
      ),
    );
    expect(new Set(outcomes.map((outcome) => outcome.kind))).toEqual(new Set(["accepted"]));
    expect(server.received).toHaveLength(30);
    expect(server.seen.connections).toBeLessThanOrEqual(5);
  });

  it("can be sent to an international address", async () => {
    const server = await mailServer();
    const outcome = await smtp().send(
      message({ to: [{ address: "用户@example.com" }] }),
      credentials(server.port),
      io(),
    );
    expect(outcome.kind).toBe("accepted");
    expect(server.received[0]?.recipients).toEqual(["用户@example.com"]);
  });
});

const INJECTIONS: [string, Partial<EmailMessage>][] = [
  ["two addresses in one", { to: [{ address: "ada@example.com, evil@evil.com" }] }],
  ["a command in the address", { to: [{ address: "ada@example.com>\r\nRCPT TO:<evil@evil.com" }] }],
  ["a group in the address", { to: [{ address: "g:evil@evil.com;" }] }],
  ["a quoted local part", { to: [{ address: '"evil@evil.com x"@example.com' }] }],
  ["a line break in a name", { to: [{ address: "ada@example.com", name: "A\r\nBcc: evil@evil.com" }] }],
  ["a line break in the subject", { subject: "Hi\r\nBcc: evil@evil.com" }],
  ["a bare LF in the subject", { subject: "Hi\nBcc: evil@evil.com" }],
  ["a line break in a header", { headers: { "X-A": "1\r\nBcc: evil@evil.com" } }],
  ["a line break in a header's name", { headers: { "X-A\r\nBcc": "evil@evil.com" } }],
  ["a colon in a header's name", { headers: { "Bcc: evil@evil.com\r\nX": "1" } }],
  ["a Bcc header", { headers: { bcc: "evil@evil.com" } }],
  ["a To header", { headers: { To: "evil@evil.com" } }],
  ["a Resent-To header", { headers: { "Resent-To": "evil@evil.com" } }],
  ["a Content-Type header", { headers: { "content-type": "text/plain" } }],
  ["a DKIM-Signature header", { headers: { "DKIM-Signature": "x" } }],
  ["a line break in the reply-to", { replyTo: [{ address: "a@example.com\r\nBcc: evil@evil.com" }] }],
  ["a line break in the sender's name", { from: { address: "a@example.org", name: "x\r\nBcc: e@evil.com" } }],
  ["a command in the sender", { from: { address: "a@example.org>\r\nRCPT TO:<evil@evil.com" } }],
  [
    "a line break in a file's type",
    { attachments: [{ name: "a", mime: "text/plain\r\nBcc: e@evil.com", bytes: Buffer.from("") }] },
  ],
  [
    "a line break in a content id",
    {
      attachments: [
        { name: "a", mime: "text/plain", contentId: "x>\r\nBcc: e@evil.com", bytes: Buffer.from("") },
      ],
    },
  ],
  [
    "more than 10 MB",
    { attachments: [{ name: "a", mime: "a/b", bytes: Buffer.alloc(10 * 1024 * 1024 + 1) }] },
  ],
];

const ODD_BUT_HARMLESS: [string, Partial<EmailMessage>][] = [
  [
    "quotes and brackets in a name",
    { to: [{ address: "ada@example.com", name: '"Ada" <evil@evil.com>, x' }] },
  ],
  ["an address for a name", { to: [{ address: "ada@example.com", name: "evil@evil.com" }] }],
  ["an encoded word in the subject", { subject: "=?utf-8?Q?Hi=0D=0ABcc:_evil@evil.com?=" }],
  [
    "a line break in a file's name",
    { attachments: [{ name: "a\r\nBcc: e@evil.com", mime: "text/plain", bytes: Buffer.from("") }] },
  ],
  ["SMTP commands in the body", { html: "x\r\n.\r\nMAIL FROM:<a@b>\r\nRCPT TO:<evil@evil.com>\r\nDATA\r\n" }],
  ["bare line feeds and dots", { html: "a\n.\nRCPT TO:<evil@evil.com>\n..\r.\r\n" }],
  ["a local part like a list", { to: [{ address: "ada+evil=evil.com@example.com" }] }],
];

describe("injection into a mail", () => {
  it.each(INJECTIONS)("is rejected before the server is called: %s", async (_name, more) => {
    const server = await mailServer();
    const outcome = await smtp().send(message(more), credentials(server.port), io());
    expect(["recipient_error", "config_error", "rejected"]).toContain(outcome.kind);
    expect(server.seen.connections).toBe(0);
  });

  it.each(ODD_BUT_HARMLESS)("reaches no other recipient: %s", async (_name, more) => {
    const server = await mailServer();
    const sent = message(more);
    expect((await smtp().send(sent, credentials(server.port), io())).kind).toBe("accepted");
    expect(server.received.map((one) => one.recipients)).toEqual([[sent.to[0]?.address]]);
    expect(server.received[0]?.mail.to).toHaveLength(1);
    expect(server.received[0]?.mail.bcc ?? []).toHaveLength(0);
  });

  it.each([
    "=?utf-8?q?=0d=0aBcc:_evil@evil.com?=",
    `Grüße =?utf-8?b?${Buffer.from("decoded").toString("base64")}?= 🎉`,
    `=?${"ä".repeat(100)}`,
    "=? =?utf-8?q?a?= =?utf-8?q?b?= ?=",
  ])("the subject is shown as it was written: %s", async (subject) => {
    const server = await mailServer();
    await smtp().send(message({ subject }), credentials(server.port), io());
    expect(server.received[0]?.mail.subject).toBe(subject);
    expect(server.received[0]?.source.split("\r\n").filter((line) => line.length > 78)).toEqual([]);
  });

  it.each([
    "=?utf-8?q?=0d=0aBcc:_evil@evil.com?=",
    `=?utf-8?b?${Buffer.from("Your bank").toString("base64")}?=`,
    `Desk =?utf-8?q?Your?= =?utf-8?q?_bank?= "EU"`,
    "=?us-ascii?q?x?= Grüße",
    `=?${"x".repeat(200)}`,
  ])(
    "a name is shown as it was written, and no header has it in a form that is decoded: %s",
    async (name) => {
      const server = await mailServer();
      const ada = { address: "ada@example.com", name };
      const plain = { address: "bob@example.com", name: 'Bob "B", x' };
      const from = { address: "desk@example.com", name };
      const sent = message({
        from,
        to: [ada],
        cc: [plain, { ...ada, address: "eve@example.com" }],
        replyTo: [from],
      });
      expect((await smtp().send(sent, credentials(server.port), io())).kind).toBe("accepted");
      const { mail, source } = server.received[0] as NonNullable<(typeof server.received)[0]>;
      expect(mail.from).toMatchObject({ name });
      expect(mail.to?.map((one) => one.name)).toEqual([name]);
      expect(mail.cc?.map((one) => one.name)).toEqual([plain.name, name]);
      expect(mail.replyTo?.map((one) => one.name)).toEqual([name]);
      const headers = source.slice(0, source.indexOf("\r\n\r\n")).replaceAll("\r\n ", " ");
      // A reader that decodes everywhere finds only words whose text is the name.
      for (const [word] of headers.matchAll(/=\?[^?\s]+\?[bq]\?[^?\s]*\?=/gi)) {
        expect(word).toMatch(/^=\?UTF-8\?[BQ]\?/);
        expect(word).not.toContain("=0d");
      }
      expect(headers).not.toContain('"=?');
    },
  );

  it.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\temp\\bill.pdf", "bill.pdf"],
    ["..", "attachment"],
    ["folder/", "attachment"],
    ["bill\u0000\u0007\u0085.pdf", "bill.pdf"],
    ["a\r\nBcc: e@evil.com", "aBcc: e@evil.com"],
    ["bill\u202efdp.exe", "billfdp.exe"],
    ["=?utf-8?q?=2e=2e=2fx?=", "=_utf-8?q?=2e=2e=2fx?="],
    ["Rechnung März.pdf", "Rechnung März.pdf"],
  ])("an attachment's name has no folders and control characters: %j", async (name, shown) => {
    const server = await mailServer();
    const attachments = [{ name, mime: "text/plain", bytes: Buffer.from("x") }];
    await smtp().send(message({ attachments }), credentials(server.port), io());
    expect(server.received[0]?.mail.attachments[0]?.filename).toBe(shown);
  });

  it("neither files nor URLs given instead of a text are opened", async () => {
    const server = await mailServer();
    const html = { path: "/etc/hostname" } as unknown as string;
    const outcome = await smtp().send(message({ html }), credentials(server.port), io());
    expect(outcome.kind).toBe("rejected");
    expect(server.received).toHaveLength(0);
  });
});

describe("a mail server that refuses", () => {
  const refuse = (code: number) => Object.assign(new Error(`refused ${code}`), { responseCode: code });
  const time = createMovableTime();
  /** The server has got what it will not answer: now, and not before, the time of the mail is over. */
  const tooLong = () => void time.advance(PATIENCE_MS);
  type Case = [string, SMTPServerOptions, Credentials, string];
  const auth: SMTPServerOptions = { authOptional: false, allowInsecureAuth: true };
  const login = { user: "user", password: "hunter2-hunter2", requireTls: false };
  const cases: Case[] = [
    ["wrong password", { ...auth, onAuth: (_a, _s, done) => done(refuse(535)) }, login, "config_error"],
    ["log-in for later", { ...auth, onAuth: (_a, _s, done) => done(refuse(454)) }, login, "not_processed"],
    ["no log-in given", auth, {}, "config_error"],
    ["sender refused", { onMailFrom: (_a, _s, done) => done(refuse(550)) }, {}, "config_error"],
    ["sender for later", { onMailFrom: (_a, _s, done) => done(refuse(451)) }, {}, "not_processed"],
    ["recipient refused", { onRcptTo: (_a, _s, done) => done(refuse(550)) }, {}, "recipient_error"],
    ["recipient for later", { onRcptTo: (_a, _s, done) => done(refuse(450)) }, {}, "not_processed"],
    [
      "mail refused",
      { onData: (s, _x, done) => s.resume().on("end", () => done(refuse(554))) },
      {},
      "rejected",
    ],
    [
      "mail for later",
      { onData: (s, _x, done) => s.resume().on("end", () => done(refuse(451))) },
      {},
      "not_processed",
    ],
    [
      "mail too big",
      { onData: (s, _x, done) => s.resume().on("end", () => done(refuse(552))) },
      {},
      "rejected",
    ],
    ["no answer to the mail", { onData: (s) => void s.resume().on("end", tooLong) }, {}, "ambiguous"],
    ["no answer to the sender", { onMailFrom: tooLong }, {}, "not_processed"],
    ["turned away", { onConnect: (_s, done) => done(refuse(421)) }, {}, "not_processed"],
  ];
  it.each(cases)("%s", async (_name, options, more, kind) => {
    const server = await mailServer(options);
    const outcome = await smtp(undefined, time).send(message(), credentials(server.port, more), io());
    expect(outcome).toMatchObject({ kind, reason: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(JSON.stringify(outcome)).not.toContain("hunter2");
  });

  it("may have the mail when it disconnects after the last byte", async () => {
    const server = await mailServer({
      onData: (stream) => void stream.resume().on("end", () => server.sockets[0]?.destroy()),
    });
    const outcome = await smtp().send(message(), credentials(server.port), io());
    expect(outcome).toEqual({
      kind: "ambiguous",
      reason: "The connection to the mail server broke off. It may have the mail.",
    });
  });

  it("cannot have the mail when it disconnects in the middle of it", async () => {
    const server = await mailServer({
      onData: (stream) => void stream.once("data", () => server.sockets[0]?.destroy()),
    });
    const attachments = [{ name: "big", mime: "a/b", bytes: Buffer.alloc(9_000_000) }];
    const outcome = await smtp().send(message({ attachments }), credentials(server.port), io());
    expect(outcome.kind).toBe("not_processed");
  });

  it.each([
    ["disconnects at once", (socket: Socket) => socket.destroy()],
    ["says nothing", () => {}],
    ["speaks HTTP", (socket: Socket) => socket.write("HTTP/1.1 200 OK\r\n\r\n")],
    ["speaks bytes", (socket: Socket) => socket.write(Buffer.alloc(2_000, 0))],
    ["greets endlessly", (socket: Socket) => flood(socket, "220-hello\r\n")],
    ["writes a line without an end", (socket: Socket) => flood(socket, "220 hello")],
    ["closes before the first command", (socket: Socket) => socket.write("220 a\r\n421 b\r\n")],
    ["sends single bytes", (socket: Socket) => trickle(socket, "220-hello\r\n")],
  ] as [string, (socket: Socket) => void][])("%s: nothing was sent", async (_name, behave) => {
    const outcome = await smtp(QUICK).send(message(), credentials(await strangeServer(behave)), io());
    expect(outcome.kind).toBe("not_processed");
    expect(Buffer.byteLength(outcome.raw ?? "")).toBeLessThanOrEqual(4096);
  });

  it("does not listen: nothing was sent", async () => {
    const outcome = await smtp().send(message(), credentials("1"), io(parseOutboundAllow("127.0.0.1:1")));
    expect(outcome.kind).toBe("not_processed");
  });

  it("repeats a password in its response: it is masked", async () => {
    const onAuth: SMTPServerOptions["onAuth"] = (_auth, _session, done) => done(null, { user: "user" });
    const onRcptTo: SMTPServerOptions["onRcptTo"] = (_a, _s, done) => done(new Error("no hunter2-hunter2"));
    const server = await mailServer({ ...auth, onAuth, onRcptTo });
    const outcome = await smtp().send(message(), credentials(server.port, login), io());
    expect(outcome.raw).toContain("no ***");
  });
});

describe("the connection to a mail server", () => {
  it("is refused when the address is private", async () => {
    const server = await mailServer();
    const outcome = await smtp().send(message(), credentials(server.port), io(parseOutboundAllow("")));
    expect(outcome.kind).toBe("config_error");
    expect(server.seen.connections).toBe(0);
  });

  it("cannot be redirected by TLS options", async () => {
    const server = await mailServer();
    const elsewhere = await mailServer();
    const tlsOptions = { host: "127.0.0.1", port: Number(elsewhere.port), path: "/run/x.sock", socket: {} };
    for (const secure of [true, false]) {
      await smtp().send(message(), credentials(server.port, { secure, tlsOptions }), io());
    }
    expect(elsewhere.seen.connections).toBe(0);
  });

  it("checks the certificate unless the integration disables that", async () => {
    const server = await mailServer({ disabledCommands: [] });
    const strict = credentials(server.port, { requireTls: true });
    expect((await smtp().send(message(), strict, io())).kind).toBe("config_error");
    const lax = { ...strict, tlsOptions: { rejectUnauthorized: false } };
    expect((await smtp().send(message(), lax, io())).kind).toBe("accepted");
  });

  it("does not send without TLS when TLS is required", async () => {
    const server = await mailServer();
    const outcome = await smtp().send(message(), credentials(server.port, { requireTls: true }), io());
    expect(outcome.kind).not.toBe("accepted");
    expect(server.received).toHaveLength(0);
  });

  describe("that offers no TLS, to an integration with a password", () => {
    const login = { user: "user", password: "hunter2-hunter2" };
    const base64 = (text: string) => Buffer.from(text).toString("base64").replaceAll("=", "");

    /** Accepts any log-in without TLS, and stores everything it receives. */
    async function unprotectedServer() {
      const received: string[] = [];
      const port = await strangeServer((socket) => {
        socket.write("220 hello\r\n");
        socket.on("data", (bytes) => {
          received.push(String(bytes));
          const isEhlo = /^EHLO/i.test(String(bytes));
          socket.write(isEhlo ? "250-hello\r\n250 AUTH PLAIN LOGIN\r\n" : "502 5.5.1 not implemented\r\n");
        });
      });
      return { port, received };
    }

    it.each([
      ["nothing said of TLS", {}],
      ["secure switched off", { secure: false }],
      ["TLS required in words", { requireTls: true }],
      ["a switch written as a text", { secure: "false" }],
    ])("gets nothing: %s", async (_name, more) => {
      const { port, received } = await unprotectedServer();
      const outcome = await smtp().send(message(), credentials(port, { ...login, ...more }), io());
      expect(outcome).toMatchObject({
        kind: "config_error",
        reason: expect.stringMatching(/does not offer TLS.*set requireTls to false/),
      });
      expect(received.join("")).not.toMatch(/AUTH|MAIL|hunter2/);
      expect(received.join("")).not.toContain(base64("hunter2-hunter2"));
    });

    it("gets nothing when it does not support EHLO either", async () => {
      const port = await strangeServer((socket) => {
        socket.write("220 hello\r\n");
        socket.on("data", (bytes) =>
          socket.write(/^HELO/i.test(String(bytes)) ? "250 hi\r\n" : "502 no\r\n"),
        );
      });
      const outcome = await smtp().send(message(), credentials(port, login), io());
      expect(outcome).toMatchObject({ kind: "config_error", reason: expect.stringContaining("requireTls") });
    });

    it.each([{ ignoreTls: true }, { requireTls: false }])("gets the mail with %j", async (more) => {
      const server = await mailServer({
        allowInsecureAuth: true,
        onAuth: (_a, _s, done) => done(null, { user: "user" }),
      });
      const outcome = await smtp().send(message(), credentials(server.port, { ...login, ...more }), io());
      expect(outcome.kind).toBe("accepted");
    });

    it("gets the mail without a password, and with a password only by TLS", async () => {
      const plain = await mailServer();
      expect((await smtp().send(message(), credentials(plain.port), io())).kind).toBe("accepted");
      const onAuth: SMTPServerOptions["onAuth"] = (_a, _s, done) => done(null, { user: "user" });
      const safe = await mailServer({ disabledCommands: [], onAuth });
      const more = { ...login, tlsOptions: { rejectUnauthorized: false } };
      expect((await smtp().send(message(), credentials(safe.port, more), io())).kind).toBe("accepted");
    });
  });

  it.each([
    [{ host: undefined }, "no host"],
    [{ port: "x" }, "not a number"],
    [{ port: "99999" }, "not a number"],
    [{ from: undefined }, "no from"],
  ])("fails with invalid settings: %j", async (more, word) => {
    const outcome = await smtp().send(message(), credentials("2525", more as Credentials), io());
    expect(outcome).toMatchObject({ kind: "config_error", reason: expect.stringContaining(word) });
  });

  it("resolves the name again after a connection failed", async () => {
    let lookups = 0;
    const providerIO: ProviderIO = {
      ...io(),
      resolve: async () => {
        lookups += 1;
        return { kind: "resolved", address: "127.0.0.1" };
      },
    };
    const provider = smtp();
    for (let attempt = 0; attempt < 2; attempt++)
      await provider.send(message(), credentials("1"), providerIO);
    expect(lookups).toBe(2);
  });
});
