#!/usr/bin/env bash
# mailparser: the messages inside a multipart/digest become lines of text, header fields included.
#
# Expected: RFC 2046, section 5.1.5: in multipart/digest a part without Content-Type is of type message/rfc822, not
#   text/plain. The section's own example leaves the type out.
# Seen: mailparser reads each part as text/plain: its result has no message, and the text contains "Subject: ..." and
#   "From: ..." of every part. The same mail with the type stated in each part gives two message/rfc822 attachments.
#   postal-mime treats both mails alike.
# Why it matters: a service that imports replies or list mail gets another structure for two mails that mean the same.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --ignore-scripts postal-mime@4.0.0 mailparser@3.14.2
cat >run.mjs <<'JS'
import fs from "node:fs";
import { simpleParser } from "mailparser";
import PostalMime from "postal-mime";
for (const name of ["postal-mime", "mailparser"]) {
  console.log(name, JSON.parse(fs.readFileSync(`node_modules/${name}/package.json`, "utf8")).version);
}
/** A digest of two messages. `type` is the header field of each part, or nothing. */
const digest = (type) =>
  [
    "From: list@example.com",
    "To: bob@example.com",
    "Subject: Digest",
    "MIME-Version: 1.0",
    'Content-Type: multipart/digest; boundary="x"',
    "",
    ...["one", "two"].flatMap((subject) => [
      "--x",
      ...type,
      "",
      `Subject: ${subject}`,
      "From: joe@example.com",
      "",
      `Text of ${subject}`,
    ]),
    "--x--",
    "",
  ].join("\r\n");
const types = (mail, field) => mail.attachments.map((attachment) => attachment[field]);

const implied = digest([]);
const stated = digest(["Content-Type: message/rfc822"]);
const parsed = { implied: await simpleParser(implied), stated: await simpleParser(stated) };
for (const [name, mail] of Object.entries(parsed)) {
  console.log(`mailparser, type ${name}:`, types(mail, "contentType"), JSON.stringify(mail.text));
}
const postal = { implied: await PostalMime.parse(implied), stated: await PostalMime.parse(stated) };
for (const [name, mail] of Object.entries(postal)) {
  console.log(`postal-mime, type ${name}:`, types(mail, "mimeType"), JSON.stringify(mail.text));
}
const isText = parsed.implied.attachments.length === 0 && parsed.implied.text.includes("Subject: one");
const isMessage = parsed.stated.attachments.length === 2 && !parsed.stated.text?.includes("Subject: one");
if (isText && isMessage && postal.implied.text === postal.stated.text) {
  console.log("As described: mailparser reads a digest's parts without a type as plain text.");
} else {
  console.log("Not as described: mailparser treats both digests alike, or postal-mime does not.");
  process.exitCode = 1;
}
JS
node run.mjs
