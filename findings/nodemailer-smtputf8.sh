#!/usr/bin/env bash
# nodemailer: an internationalized mail goes to a server without SMTPUTF8, and one with such a reply-to is not declared.
#
# Expected: RFC 6531, section 3.2: a mail with letters beyond ASCII in an address before its @, in the envelope or in a header, must
#   not be sent to a server that does not offer SMTPUTF8. Section 3.1, item 5: to a server that offers it, MAIL has the
#   parameter SMTPUTF8 if the headers have such letters.
# Seen: without the offer, nodemailer sends RCPT TO:<用户@例え.jp> and the raw letters in To, and a lenient server's 250 is a
#   success. With the offer, a Reply-To of 用户@例え.jp beside addresses in ASCII is sent without the parameter.
# Why it matters: the mail is damaged or bounces at a later server, and its sender was told that it was sent.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --ignore-scripts nodemailer@10.6.0
cat >run.mjs <<'JS'
import fs from "node:fs";
import { createServer } from "node:net";
import { createTransport } from "nodemailer";
console.log("nodemailer", JSON.parse(fs.readFileSync("node_modules/nodemailer/package.json", "utf8")).version);

const utf8 = "用户@例え.jp";

/** A server that accepts everything, with these extensions; the lines that it got. */
async function serve(extensions, mail) {
  const lines = [];
  const server = createServer((socket) => {
    let isData = false;
    socket.write("220 mail.test\r\n");
    socket.on("data", (chunk) => {
      for (const line of chunk.toString().split("\r\n").slice(0, -1)) {
        lines.push(line);
        if (isData && line !== ".") continue;
        isData = /^DATA$/i.test(line);
        const greeting = ["mail.test", ...extensions].map((text, at, all) => `250${at < all.length - 1 ? "-" : " "}${text}`);
        if (/^EHLO/i.test(line)) socket.write(`${greeting.join("\r\n")}\r\n`);
        else socket.write(isData ? "354 go on\r\n" : "250 ok\r\n");
      }
    });
    socket.on("error", () => {});
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const transport = createTransport({ host: "127.0.0.1", port: server.address().port, ignoreTLS: true });
  const answer = await transport.sendMail({ from: "us@example.org", subject: "x", text: "x", ...mail }).then(
    ({ response }) => response,
    (error) => `${error.code}: ${error.message}`,
  );
  transport.close();
  server.close();
  const shown = lines.filter((line) => /^(MAIL FROM|RCPT TO|To:|Reply-To:)/i.test(line));
  console.log(`\nextensions: ${extensions.join(", ") || "none"}\n  ${shown.join("\n  ")}\n  result: ${answer}`);
  return { shown, answer };
}

const without = await serve([], { to: utf8 });
const replies = await serve(["SMTPUTF8"], { to: "ada@example.com", replyTo: utf8 });
const control = await serve(["SMTPUTF8"], { to: utf8 });

const isSentRaw = without.answer.startsWith("250") && without.shown.some((line) => line === `RCPT TO:<${utf8}>`);
const isUndeclared =
  replies.answer.startsWith("250") &&
  replies.shown.includes("MAIL FROM:<us@example.org>") &&
  replies.shown.some((line) => line.startsWith("Reply-To:") && line.includes(utf8));
const isDeclared = control.shown.includes("MAIL FROM:<us@example.org> SMTPUTF8");
if (isSentRaw && isUndeclared && isDeclared) {
  console.log("\nAs described: a mail is sent without the offer, and another one without the parameter.");
} else {
  console.log("\nNot as described: nodemailer refuses the first mail, or declares the second one.");
  process.exitCode = 1;
}
JS
node run.mjs
