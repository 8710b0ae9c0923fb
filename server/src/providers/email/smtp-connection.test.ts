import { describe, expect, test } from "vitest";
import {
  closeMailServersAfterEach,
  mailServer,
  mailTo,
  smtp,
  smtpAccount,
  smtpIo,
  spokenServer,
  strangeServer,
} from "../../../testing/mail-servers.ts";
import type { Credentials } from "../provider.ts";

closeMailServersAfterEach();

describe("a mail server that takes few mails over a connection", () => {
  /** As Exim: it closes a connection at the first command of the mail that is too many. */
  async function serverTaking(most: number) {
    const counts = new Map<unknown, number>();
    return spokenServer(({ line, socket }) => {
      if (!/^MAIL/.test(line)) return undefined;
      counts.set(socket, (counts.get(socket) ?? 0) + 1);
      return (counts.get(socket) ?? 0) > most ? "421 too many messages in this connection" : undefined;
    });
  }

  test("gets all mails that are sent one after another, each once", async () => {
    const server = await serverTaking(3);
    const provider = smtp();
    const io = smtpIo();
    for (let n = 0; n < 10; n++) {
      const outcome = await provider.send(mailTo({ key: `k${n}` }), smtpAccount(server.port), io);
      expect(outcome).toMatchObject({ kind: "accepted", providerMessageId: `<k${n}@example.org>` });
    }
    expect(server.mails).toHaveLength(10);
  });

  test("gets all mails that are sent at once, each once", async () => {
    const server = await serverTaking(2);
    const provider = smtp();
    const io = smtpIo();
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        provider.send(mailTo({ key: `k${n}` }), smtpAccount(server.port), io),
      ),
    );
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["accepted"]));
    const ids = server.mails.map((mail) => /^Message-ID: (.+)$/im.exec(mail)?.[1]);
    expect(new Set(ids).size).toBe(40);
    expect(ids).toHaveLength(40);
  });
});

describe("the size of a mail", () => {
  test("stands in MAIL FROM, before the mail is sent", async () => {
    const server = await spokenServer(() => undefined, ["SIZE 1000000"]);
    await smtp().send(mailTo({ html: ".\r\nä" }), smtpAccount(server.port), smtpIo());
    const [, size] = /SIZE=(\d+)/.exec(server.lines.find((line) => line.startsWith("MAIL")) ?? "") ?? [];
    const [sent = ""] = server.mails;
    // Dots are doubled on the way, and the line break before the last dot belongs to the mail (RFC 5321, section 4.5.2).
    expect(Number(size)).toBe(Buffer.byteLength(sent.replaceAll("\r\n..", "\r\n.")) + 2);
  });

  test("above the server's limit is refused before a byte of it is sent", async () => {
    const server = await spokenServer(() => undefined, ["SIZE 5000"]);
    const outcome = await smtp().send(
      mailTo({ html: "x".repeat(6_000) }),
      smtpAccount(server.port),
      smtpIo(),
    );
    expect(outcome).toEqual({
      kind: "rejected",
      reason: "The mail is larger than the mail server accepts: 5000 bytes.",
    });
    expect(server.lines.filter((line) => /^(MAIL|RCPT|DATA)/.test(line))).toEqual([]);
  });

  test("refused by the server at MAIL FROM is a fault of the mail, not of the sender", async () => {
    const server = await spokenServer(
      ({ line }) =>
        /^MAIL/.test(line) ? "552 5.3.4 Message size exceeds fixed limit" : "503 5.5.1 Need MAIL",
      ["SIZE"],
    );
    const outcome = await smtp().send(mailTo(), smtpAccount(server.port), smtpIo());
    expect(outcome).toMatchObject({ kind: "rejected", reason: expect.stringContaining("larger") });
  });

  test("a signed mail is counted with its signature, and with eight-bit content it says so", async () => {
    const server = await spokenServer(() => undefined, ["SIZE", "8BITMIME"]);
    const bytes = Buffer.from("Subject: Grüße\r\n\r\nä\r\n");
    const attachments = [{ name: "a.eml", mime: "message/rfc822", bytes }];
    const outcome = await smtp().send(mailTo({ attachments }), smtpAccount(server.port), smtpIo());
    expect(outcome.kind).toBe("accepted");
    expect(server.lines).toContainEqual(expect.stringMatching(/^MAIL FROM:.* BODY=8BITMIME SIZE=\d+$/));
  });
});

describe("the name in EHLO", () => {
  test.each<[Credentials, string]>([
    [{}, "example.org"],
    [{ from: "us@bücher.example" }, "xn--bcher-kva.example"],
    [{ domain: "mail.example.net" }, "mail.example.net"],
    [{ domain: "mail host" }, "example.org"],
  ])("with %j is %s", async (more, name) => {
    const server = await mailServer();
    await smtp().send(mailTo(), smtpAccount(server.port, more), smtpIo());
    expect(server.seen.names).toEqual([name]);
  });
});

describe("TLS that fails", () => {
  const tls = { requireTls: true };
  const server = () => mailServer({ disabledCommands: [] });
  const outcomeOf = async (port: string, more: Credentials) =>
    smtp().send(mailTo(), smtpAccount(port, more), smtpIo());

  test("for an expired certificate names it, and the setting to change", async () => {
    const { port, received } = await server();
    const outcome = await outcomeOf(port, tls);
    expect(outcome).toMatchObject({
      kind: "config_error",
      reason: expect.stringMatching(/certificate.*has expired/),
    });
    expect(outcome).toMatchObject({ reason: expect.stringMatching(/tlsOptions.*rejectUnauthorized: false/) });
    expect(received).toEqual([]);
  });

  test("is named by a check of the integration, too", async () => {
    const { port } = await server();
    const outcome = await smtp().check?.(smtpAccount(port, tls), smtpIo());
    expect(outcome).toMatchObject({ kind: "config_error", reason: expect.stringContaining("has expired") });
  });

  test("for a server that starts with plain text names `secure`", async () => {
    const { port } = await mailServer();
    expect(await outcomeOf(port, { secure: true })).toMatchObject({
      kind: "config_error",
      reason: expect.stringContaining("Set secure to false"),
    });
  });

  test.each<[string, Record<string, unknown>]>([
    ["a text that is no certificate", { cert: "no certificate", rejectUnauthorized: false }],
    ["an unknown version", { minVersion: "TLSv9", rejectUnauthorized: false }],
  ])("for %s in tlsOptions names them", async (_case, tlsOptions) => {
    const { port } = await server();
    for (const more of [tls, { secure: true }]) {
      const outcome = await outcomeOf(port, { ...more, tlsOptions });
      expect(outcome).toMatchObject({ kind: "config_error", reason: expect.stringContaining("tlsOptions") });
    }
  });

  test("for a server that ends the handshake names its alert, and is tried again", async () => {
    const port = await strangeServer((socket) => socket.end(Buffer.from("15030300020250", "hex")));
    expect(await outcomeOf(port, { secure: true })).toEqual({
      kind: "not_processed",
      reason: expect.stringMatching(
        /^TLS with the mail server failed \(ERR_SSL_\w*ALERT_INTERNAL_ERROR\)\.$/,
      ),
    });
  });

  test("for no common version names minVersion and ciphers", async () => {
    const { port } = await mailServer({ disabledCommands: [], minVersion: "TLSv1.3" });
    const tlsOptions = { maxVersion: "TLSv1.2", rejectUnauthorized: false };
    expect(await outcomeOf(port, { ...tls, tlsOptions })).toMatchObject({
      kind: "config_error",
      reason: expect.stringContaining("minVersion, maxVersion or ciphers"),
    });
  });
});
