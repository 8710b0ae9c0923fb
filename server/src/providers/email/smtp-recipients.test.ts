import { describe, expect, test } from "vitest";
import {
  closeMailServersAfterEach,
  mailServer,
  mailTo,
  smtp,
  smtpAccount,
  smtpIo,
  spokenServer,
} from "../../../testing/mail-servers.ts";
import type { EmailMessage } from "../provider.ts";

closeMailServersAfterEach();

/** A mail to Ada with copies to Bob, openly, and to Cem. */
const withCopies = (more: Partial<EmailMessage> = {}) =>
  mailTo({ cc: [{ address: "bob@example.com" }], bcc: [{ address: "cem@example.com" }], ...more });

/** A server that has a reply of its own for some recipients, by the beginning of their addresses. */
async function serverWith(replies: Record<string, string>, extensions?: string[]) {
  return spokenServer(({ line }) => {
    const [, name = ""] = /^(?:RCPT TO:<)?([\w.]+)/i.exec(line) ?? [];
    return replies[name];
  }, extensions);
}

async function outcomeWith(replies: Record<string, string>, message = withCopies()) {
  const server = await serverWith(replies);
  return { server, outcome: await smtp().send(message, smtpAccount(server.port), smtpIo()) };
}

const GONE = "550 5.1.1 No such user";
const GREY = "450 4.2.0 Greylisted";
const RELAY = "554 5.7.1 Relay access denied";

describe("a mail server that answers for each recipient", () => {
  test("refuses the subscriber and takes a copy: the address is the fault", async () => {
    const { outcome } = await outcomeWith({ ada: GONE });
    expect(outcome).toMatchObject({
      kind: "recipient_error",
      reason: "The mail server refused the recipient. It answered 550.",
      raw: GONE,
      recipients: { reached: ["bob@example.com", "cem@example.com"], waiting: [], refused: [] },
    });
  });

  test("puts a copy off: accepted, and the copy waits for another attempt", async () => {
    const { outcome } = await outcomeWith({ bob: GREY });
    expect(outcome).toMatchObject({
      kind: "accepted",
      raw: "250 2.0.0 Ok",
      recipients: {
        reached: ["ada@example.com", "cem@example.com"],
        waiting: [{ recipient: "bob@example.com", answer: GREY }],
        refused: [],
      },
    });
  });

  test("refuses a copy: accepted, and the copy is named with the reply", async () => {
    const { outcome } = await outcomeWith({ cem: GONE });
    expect(outcome).toMatchObject({
      kind: "accepted",
      recipients: { waiting: [], refused: [{ recipient: "cem@example.com", answer: GONE }] },
    });
  });

  test("puts the subscriber off, takes one copy and refuses the other", async () => {
    const { outcome } = await outcomeWith({ ada: GREY, cem: GONE });
    expect(outcome).toMatchObject({
      kind: "not_processed",
      isProviderWell: true,
      recipients: {
        reached: ["bob@example.com"],
        waiting: [{ recipient: "ada@example.com" }],
        refused: [{ recipient: "cem@example.com" }],
      },
    });
  });

  test("refuses the subscriber for good and all copies for now: no attempt follows for the subscriber", async () => {
    const { server, outcome } = await outcomeWith({
      ada: GONE,
      bob: GREY,
      cem: GREY,
      DATA: "554 no recipients",
    });
    expect(outcome.kind).toBe("recipient_error");
    expect(server.mails).toEqual([]);
  });

  test("denies relaying to the subscriber: a fault of the account, and the copies are not lost", async () => {
    const { outcome } = await outcomeWith({ ada: RELAY, bob: RELAY });
    expect(outcome).toMatchObject({
      kind: "config_error",
      recipients: { reached: ["cem@example.com"], refused: [] },
    });
  });

  test("has a limit of recipients: those beyond it wait", async () => {
    const { outcome } = await outcomeWith({
      bob: "452 4.5.3 Too many recipients",
      cem: "452 4.5.3 Too many recipients",
    });
    expect(outcome).toMatchObject({
      kind: "accepted",
      recipients: { waiting: [{ recipient: "bob@example.com" }, { recipient: "cem@example.com" }] },
    });
  });

  test("refuses the mail itself after it took the recipients but one", async () => {
    const { outcome } = await outcomeWith({ bob: GONE, ".": "554 5.6.0 Malformed" });
    expect(outcome).toMatchObject({
      kind: "rejected",
      recipients: { reached: [], waiting: [], refused: [{ recipient: "bob@example.com" }] },
    });
  });

  test("refuses the sender: the replies to the recipients say nothing", async () => {
    const server = await spokenServer(({ line }) =>
      /^MAIL/.test(line) ? "550 5.7.1 No" : "503 5.5.1 Need MAIL",
    );
    const outcome = await smtp().send(withCopies(), smtpAccount(server.port), smtpIo());
    expect(outcome).toMatchObject({
      kind: "config_error",
      reason: expect.stringContaining("refused the sender"),
    });
    expect(outcome.recipients).toBeUndefined();
  });

  test("takes all of them: there is nothing to tell apart", async () => {
    const { outcome } = await outcomeWith({});
    expect(outcome.kind).toBe("accepted");
    expect(outcome.recipients).toBeUndefined();
  });
});

describe("a further attempt", () => {
  test("is for those alone that are left, with the same headers", async () => {
    const server = await mailServer();
    const provider = smtp();
    const io = smtpIo();
    await provider.send(withCopies(), smtpAccount(server.port), io);
    const settled = ["ADA@example.com", "cem@example.com"];
    await provider.send(withCopies({ settled }), smtpAccount(server.port), io);
    const [first, second] = server.received;
    expect(first?.recipients).toEqual(["ada@example.com", "bob@example.com", "cem@example.com"]);
    expect(second?.recipients).toEqual(["bob@example.com"]);
    expect(second?.mail.to).toMatchObject([{ address: "ada@example.com" }]);
    expect(second?.mail.messageId).toBe(first?.mail.messageId);
  });

  test("for a copy that is refused now", async () => {
    const message = withCopies({ settled: ["ada@example.com", "cem@example.com"] });
    const { outcome } = await outcomeWith({ bob: GONE, DATA: "554 no recipients" }, message);
    expect(outcome.kind).toBe("recipient_error");
  });

  test("without anybody left is accepted, and no server is called", async () => {
    const server = await mailServer();
    const settled = ["ada@example.com", "bob@example.com", "cem@example.com"];
    const outcome = await smtp().send(withCopies({ settled }), smtpAccount(server.port), smtpIo());
    expect(outcome.kind).toBe("accepted");
    expect(server.seen.connections).toBe(0);
  });
});

describe("an international address", () => {
  const international = { address: "用户@bücher.example" };

  test("is not sent to a server without SMTPUTF8, and its lack is no fault of the address", async () => {
    const server = await serverWith({}, ["PIPELINING"]);
    const outcome = await smtp().send(mailTo({ to: [international] }), smtpAccount(server.port), smtpIo());
    expect(outcome).toMatchObject({ kind: "config_error", reason: expect.stringContaining("SMTPUTF8") });
    expect(server.lines.join("\n")).not.toMatch(/RCPT|用户/);
  });

  test("of a copy is left out there, and the others get the mail", async () => {
    const server = await serverWith({}, ["PIPELINING"]);
    const outcome = await smtp().send(mailTo({ bcc: [international] }), smtpAccount(server.port), smtpIo());
    expect(outcome).toMatchObject({
      kind: "accepted",
      recipients: { reached: ["ada@example.com"], refused: [{ recipient: international.address }] },
    });
  });

  test("of the sender is not sent there either", async () => {
    const server = await serverWith({}, ["PIPELINING"]);
    const from = { address: "büro@example.org" };
    const outcome = await smtp().send(mailTo({ from }), smtpAccount(server.port), smtpIo());
    expect(outcome).toMatchObject({ kind: "config_error", reason: expect.stringContaining("SMTPUTF8") });
    expect(server.mails).toEqual([]);
  });

  test("reaches a server with SMTPUTF8, with that parameter", async () => {
    const server = await serverWith({}, ["SMTPUTF8", "8BITMIME"]);
    const outcome = await smtp().send(mailTo({ to: [international] }), smtpAccount(server.port), smtpIo());
    expect(outcome.kind).toBe("accepted");
    expect(server.lines).toContainEqual(
      expect.stringMatching(/^MAIL FROM:<service@example.org> SMTPUTF8 BODY=8BITMIME/),
    );
    expect(server.lines).toContainEqual(`RCPT TO:<${international.address}>`);
  });

  test("with letters of the domain only needs no SMTPUTF8, and is found again in the answers", async () => {
    const server = await serverWith({ bob: GREY }, ["PIPELINING"]);
    const cc = [{ address: "bob@bücher.example" }];
    const outcome = await smtp().send(mailTo({ cc }), smtpAccount(server.port), smtpIo());
    expect(server.lines).toContainEqual("RCPT TO:<bob@xn--bcher-kva.example>");
    expect(outcome).toMatchObject({ recipients: { waiting: [{ recipient: "bob@bücher.example" }] } });
  });
});
