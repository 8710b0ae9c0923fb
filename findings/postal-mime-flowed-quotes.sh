#!/usr/bin/env bash
# postal-mime: joining the lines of a quoted paragraph (format=flowed) puts ">" into the middle of its sentences.
#
# Expected: RFC 3676, sections 4.1 and 4.5: a reader removes the quote marks of a line before it joins the line with the one
#   before, and shows them once for the paragraph. A flowed line and a line of another quote depth are not joined.
# Seen: the quoted lines "> We meet on " and "> Monday." become "> We meet on > Monday.". mailparser gives
#   "> We meet on Monday.". The lines of the writer's own paragraph are joined correctly by both.
# Why it matters: replies by mail are cut at the lines that begin with ">". Here such marks appear inside sentences,
#   and a comment that is made from the reply contains them. Thunderbird sends format=flowed.
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
const mail = [
  "From: joe@example.com",
  "To: bob@example.com",
  "Subject: Re: Meeting",
  "MIME-Version: 1.0",
  "Content-Type: text/plain; charset=utf-8; format=flowed",
  "",
  "Monday is fine ",
  "for me.",
  "",
  "> We meet on ",
  "> Monday.",
  "",
].join("\r\n");
const postal = (await PostalMime.parse(mail)).text.trim();
const other = (await simpleParser(mail)).text.trim();
console.log("postal-mime:", JSON.stringify(postal), "\nmailparser: ", JSON.stringify(other));
const right = "Monday is fine for me.\n\n> We meet on Monday.";
if (postal === "Monday is fine for me.\n\n> We meet on > Monday." && other === right) {
  console.log("As described: postal-mime leaves the quote mark of the second line inside the joined sentence.");
} else {
  console.log("Not as described: postal-mime joins the quoted lines as mailparser does, or both do something else.");
  process.exitCode = 1;
}
JS
node run.mjs
