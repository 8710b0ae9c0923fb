import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { delivered, newKey } from "./adapter.mjs";
import { assertSigned, assertStructure, RICH_MAIL, SIGNING } from "./structure.mjs";

const [ADA, BOB, FULL, GONE] = ["ada", "bob", "full", "gone"].map((name) => ({
  address: `${name}@example.com`,
}));
const ELSEWHERE = { address: "ada@elsewhere.example" };
const INTERNATIONAL = { address: "jürgen@example.com" };

const addresses = (list) => list.map(({ recipient }) => recipient);
const sameKind = (outcome, kind) => assert.equal(outcome.kind, kind, JSON.stringify(outcome));

/** What holds with each of the servers. `send` is one attempt through our adapter. */
const COMMON = {
  async "one unknown of three recipients, a copy: accepted, and it is named"({ server, send }) {
    const key = newKey();
    const outcome = await send({ key, to: [ADA], cc: [BOB], bcc: [GONE] });
    sameKind(outcome, "accepted");
    assert.deepEqual(addresses(outcome.recipients.refused), [GONE.address]);
    assert.match(outcome.recipients.refused[0].answer, /^5\d\d/);
    for (const box of ["ada", "bob"]) assert.equal((await delivered(server, box, key)).length, 1);
  },
  async "the subscriber unknown, a copy taken: the address is the fault"({ server, send }) {
    const key = newKey();
    const outcome = await send({ key, to: [GONE], bcc: [BOB] });
    sameKind(outcome, "recipient_error");
    assert.deepEqual(outcome.recipients.reached, [BOB.address]);
    assert.equal((await delivered(server, "bob", key)).length, 1);
  },
  async "all unknown: the address is the fault"({ send }) {
    sameKind(await send({ to: [GONE], cc: [{ address: "nobody@example.com" }] }), "recipient_error");
  },
  async "relaying denied: a fault of the sender where the server says so"({ server, send }) {
    const outcome = await send({ to: [ELSEWHERE] });
    // OpenSMTPD has the same reply for an unknown mailbox.
    sameKind(outcome, server.name === "OpenSMTPD" ? "recipient_error" : "config_error");
  },
  async "a mail above the size limit is refused before it is sent"({ send }) {
    const attachments = [{ name: "big.bin", mime: "application/octet-stream", bytes: Buffer.alloc(300_000) }];
    const outcome = await send({ to: [ADA], attachments });
    sameKind(outcome, "rejected");
    assert.match(outcome.reason, /larger than the mail server accepts: 200000 bytes/);
  },
  async "an international address without SMTPUTF8 is not sent"({ server, send }) {
    const outcome = await send(
      { to: [INTERNATIONAL] },
      server.name === "Postfix" ? { port: "oldFashioned" } : {},
    );
    sameKind(outcome, "config_error");
    assert.match(outcome.reason, /SMTPUTF8/);
  },
  async "a mail with all that it may have: signature and structure, as it arrives"({ server, send }) {
    const port = server.name === "Postfix" ? "oldFashioned" : "plain";
    const key = newKey();
    sameKind(await send({ key, to: [ADA], ...RICH_MAIL }, { port, ...SIGNING }), "accepted");
    const [source] = await delivered(server, "ada", key);
    await assertSigned(source);
    await assertStructure(source);
    const [received = ""] = /^Received: .*$/m.exec(String(source)) ?? [];
    assert.match(received, /from .*\bexample\.org\b/);
  },
  async "60 mails at once and 24 one after another: each arrives once"({ server, send }) {
    const [keys, more] = [60, 24].map((count) => Array.from({ length: count }, newKey));
    const outcomes = await Promise.all(keys.map((key) => send({ key, to: [BOB] })));
    for (const key of more) outcomes.push(await send({ key, to: [BOB] }));
    for (const outcome of outcomes) sameKind(outcome, "accepted");
    for (const key of [...keys, ...more]) assert.equal((await delivered(server, "bob", key)).length, 1, key);
  },
};

/** OpenSMTPD 6.8 of Debian 12 ends each handshake with the alert `internal error` (seen with OpenSSL 3.0, for RSA and EC keys). */
const STARTTLS = {
  async "STARTTLS with a certificate that is not known: its fault and the setting are named"({ send }) {
    const outcome = await send({ to: [ADA] }, { ignoreTls: false, requireTls: true });
    sameKind(outcome, "config_error");
    assert.match(outcome.reason, /certificate .* is self-signed.*tlsOptions/);
  },
  async "STARTTLS with its certificate as ca"({ server, send, tls }) {
    const key = newKey();
    const account = { ignoreTls: false, requireTls: true, tlsOptions: { ca: tls.cert } };
    sameKind(await send({ key, to: [ADA] }, account), "accepted");
    assert.equal((await delivered(server, "ada", key)).length, 1);
  },
};

const OPENSMTPD = {
  async "STARTTLS that the server breaks off: it is named, and tried again"({ send }) {
    const outcome = await send({ to: [ADA] }, { ignoreTls: false, requireTls: true });
    sameKind(outcome, "not_processed");
    assert.match(outcome.reason, /TLS with the mail server failed \(ERR_SSL_/);
  },
};

const POSTFIX = {
  async "452 for the third of three recipients: it alone gets the mail later"({ server, send }) {
    const key = newKey();
    const mail = { key, to: [ADA], cc: [BOB], bcc: [FULL] };
    const first = await send(mail, { port: "fewRecipients" });
    sameKind(first, "accepted");
    assert.deepEqual(addresses(first.recipients.waiting), [FULL.address]);
    const settled = first.recipients.reached;
    sameKind(await send({ ...mail, settled }, { port: "fewRecipients" }), "accepted");
    for (const box of ["ada", "bob", "full"])
      assert.equal((await delivered(server, box, key)).length, 1, box);
  },
  async "greylisting: put off, not the server's fault, and taken later"({ server, send }) {
    const mail = { key: newKey(), to: [ADA] };
    const outcome = await send(mail, { port: "greylisted" });
    sameKind(outcome, "not_processed");
    assert.equal(outcome.isProviderWell, true);
    await setTimeout(2_500);
    sameKind(await send(mail, { port: "greylisted" }), "accepted");
    assert.equal((await delivered(server, "ada", mail.key)).length, 1);
  },
  async "greylisting of a copy: the subscriber has the mail, and the copy waits"({ server, send }) {
    const mail = { key: newKey(), to: [ADA], cc: [BOB] };
    const outcome = await send(mail, { port: "greylisted" });
    sameKind(outcome, "accepted");
    assert.deepEqual(addresses(outcome.recipients.waiting), [BOB.address]);
    assert.equal((await delivered(server, "ada", mail.key)).length, 1);
  },
  async "an international address with SMTPUTF8"({ send }) {
    // The mailbox is unknown, which Postfix says only after it has understood the address.
    const outcome = await send({ to: [INTERNATIONAL] });
    sameKind(outcome, "recipient_error");
    assert.match(outcome.raw, /5\.1\.1/);
  },
};

const EXIM = {
  async "452 for a full mailbox: put off, and not the server's fault"({ send }) {
    const outcome = await send({ to: [FULL] });
    sameKind(outcome, "not_processed");
    assert.equal(outcome.isProviderWell, true);
  },
  async "452 for a copy whose mailbox is full: it waits"({ send }) {
    const outcome = await send({ to: [ADA], bcc: [FULL] });
    sameKind(outcome, "accepted");
    assert.deepEqual(addresses(outcome.recipients.waiting), [FULL.address]);
  },
};

/** Checks by the server's name. */
export const CHECKS = {
  Postfix: { ...COMMON, ...STARTTLS, ...POSTFIX },
  Exim: { ...COMMON, ...STARTTLS, ...EXIM },
  OpenSMTPD: { ...COMMON, ...OPENSMTPD },
};
