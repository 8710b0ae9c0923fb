#!/usr/bin/env bash
# postal-mime: three forms of address that RFC 5322 allows are read as another address, or as none.
#
# Expected: RFC 5322, section 3.4.1: a domain may be a literal, and RFC 5321, section 4.1.3 gives the form of IPv6
#   literals; a local part may be a quoted string, whose quotation marks are needed when it contains a space.
#   Section 3.2.2: comments, with \) inside, are no part of an address (the message of appendix A.5 has them).
# Seen: joe@[IPv6:2001:db8::1] becomes a group named "joe@[IPv6" with an empty address. The comments of a mailbox stay
#   in its address. "joe doe"@example.com loses its quotation marks, and the rest is no address any more.
#   mailparser reads the three as the RFC says.
# Why it matters: a service that reads replies, bounces or unsubscribe mails finds the subscriber by this address.
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
const forms = [
  ["joe@[IPv6:2001:db8::1]", "joe@[IPv6:2001:db8::1]"],
  ["Joe (Sales \\) and more) <joe(at work)@example.com(main office)>", "joe@example.com"],
  ['"joe doe"@example.com', '"joe doe"@example.com'],
];
let misread = 0;
let readByOther = 0;
for (const [written, address] of forms) {
  const mail = `From: ${written}\r\nTo: bob@example.com\r\nSubject: Hello\r\n\r\nHello\r\n`;
  const postal = (await PostalMime.parse(mail)).from;
  const other = (await simpleParser(mail)).from.value[0];
  console.log(`\nFrom: ${written}\n  postal-mime:`, JSON.stringify(postal), "\n  mailparser: ", JSON.stringify(other));
  if (postal.address !== address) misread += 1;
  if (other.address === address) readByOther += 1;
}
if (misread === forms.length && readByOther === forms.length) {
  console.log("\nAs described: postal-mime misreads all three addresses, mailparser none.");
} else {
  console.log(`\nNot as described: postal-mime misreads ${misread} of ${forms.length}, mailparser reads ${readByOther}.`);
  process.exitCode = 1;
}
JS
node run.mjs
