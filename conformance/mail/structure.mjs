import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { simpleParser } from "mailparser";
import PostalMime from "postal-mime";

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "der" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

/** The account's settings for signing. */
export const SIGNING = { secretKey: privateKey, accountSid: "s1", domain: "example.org" };

const TEXT = "Grüße, Ada 🎉\n.\n..two dots\nFrom here on";
const HTML = `<p>Grüße, Ada 🎉</p>\n.\n..two dots\n<p>${"x".repeat(1_500)}</p><img src="cid:logo@example.org">`;
const PNG = Buffer.from("89504e470d0a1a0a", "hex");
const PDF = Buffer.from(`%PDF-1.4\n${"\0\r\n.\r\n".repeat(1_000)}`);

/** A mail with all that a mail may have. */
export const RICH_MAIL = {
  replyTo: [{ address: "help@example.org", name: "Help, please" }],
  subject:
    "Grüße 🎉 aus dem Dienst, in einem Betreff, der länger ist als eine Zeile der Kopfzeilen sein darf",
  html: HTML,
  text: TEXT,
  headers: {
    "List-Unsubscribe": `<https://example.org/u/${"a".repeat(90)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  },
  attachments: [
    { name: "Rechnung März.pdf", mime: "application/pdf", bytes: PDF },
    { name: "logo.png", mime: "image/png", bytes: PNG, contentId: "logo@example.org" },
  ],
};

const lines = (text) => text.replaceAll("\r\n", "\n").trimEnd();

/** A verifier that shares no code with our signer finds the signature right, as the recipient got the mail. */
export async function assertSigned(source) {
  const resolver = async () => [[`v=DKIM1; k=rsa; p=${publicKey.toString("base64")}`]];
  const { results } = await dkimVerify(withCrLf(source), { resolver });
  assert.deepEqual(
    results.map(({ status }) => status.result),
    ["pass"],
  );
}

/** A Maildir has line feeds only. */
function withCrLf(source) {
  return Buffer.from(source.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1");
}

/** Two parsers that share no code read what was sent. */
export async function assertStructure(source) {
  const [first, second] = [await simpleParser(source), await PostalMime.parse(source)];
  for (const { subject } of [first, second]) assert.equal(subject, RICH_MAIL.subject);
  assert.deepEqual([lines(first.text), lines(second.text)], [TEXT, TEXT]);
  assert.ok(lines(second.html).startsWith("<p>Grüße, Ada 🎉</p>\n.\n..two dots\n<p>x"));
  assert.ok(lines(first.html).includes(`<p>${"x".repeat(1_500)}</p>`));
  assert.deepEqual(first.replyTo.value, [{ address: "help@example.org", name: "Help, please" }]);
  assert.deepEqual(second.replyTo, [{ address: "help@example.org", name: "Help, please" }]);
  const read = [
    first.attachments.map(({ filename, contentType, content }) => [filename, contentType, content]),
    second.attachments.map(({ filename, mimeType, content }) => [filename, mimeType, Buffer.from(content)]),
  ];
  for (const attachments of read) {
    assert.deepEqual(
      attachments.toSorted(([a], [b]) => (a < b ? -1 : 1)),
      [
        ["Rechnung März.pdf", "application/pdf", PDF],
        ["logo.png", "image/png", PNG],
      ],
    );
  }
}
