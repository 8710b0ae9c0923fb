#!/usr/bin/env bash
# node-mailjet: MessageID, declared as a number, is a text for ids of today's size and a number for small ones.
#
# Expected: the package's declarations say `MessageID: number` for the answer of the Send API v3.1
#   (declarations/types/api/SendEmail.d.ts). A field has one type, whatever its value is.
# Seen: an id of 16 or more digits, as Mailjet sends today (576460753067090994 in mailjet-apiv3-php issue 167), is a text;
#   a shorter one is a number, so tests with small ids do not show it. JSON.parse of the event that a webhook gets
#   makes a rounded number of the same id: === and a comparison as texts both miss the message.
# Why it matters: a sender stores the id to find the message when its event arrives. MessageUUID has one type in both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --ignore-scripts node-mailjet@6.0.11
cat >run.cjs <<'JS'
const fs = require("node:fs");
const http = require("node:http");
const https = require("node:https");
let port;
// The package always uses https: its requests go to the server below.
https.request = (options, callback) =>
  http.request({ ...options, protocol: "http:", host: "127.0.0.1", hostname: "127.0.0.1", port, agent: undefined }, callback);
const Mailjet = require("node-mailjet");
console.log("node-mailjet", require("node-mailjet/package.json").version);

const idOf = { "ada@example.com": "576460753067090994", "bob@example.com": "456" };
const recipients = Object.entries(idOf).map(
  ([Email, id]) => `{"Email":"${Email}","MessageUUID":"00000000-0000-4000-8000-000000000000","MessageID":${id}}`,
);
const server = http.createServer((request, response) => {
  request.resume().on("end", () => {
    response.setHeader("content-type", "application/json");
    response.end(`{"Messages":[{"Status":"success","To":[${recipients.join()}]}]}`);
  });
});

server.listen(0, "127.0.0.1", async () => {
  port = server.address().port;
  const mailjet = new Mailjet({ apiKey: "example", apiSecret: "example" });
  const To = Object.keys(idOf).map((Email) => ({ Email }));
  const message = { From: { Email: "news@example.com" }, To, Subject: "Hello", TextPart: "Hello" };
  const { body } = await mailjet.post("send", { version: "v3.1" }).request({ Messages: [message] });
  server.close();
  server.closeAllConnections();
  const [large, small] = body.Messages[0].To.map((recipient) => recipient.MessageID);
  const declarations = fs.readFileSync("node_modules/node-mailjet/declarations/types/api/SendEmail.d.ts", "utf8");
  const declared = declarations.match(/interface ResponseEmailAddressTo \{[^}]*MessageID: (\w+)/)?.[1];
  const event = JSON.parse(`{"event":"sent","MessageID":${idOf["ada@example.com"]}}`);
  console.log("declared:", declared, "\nlarge:", typeof large, large, "\nsmall:", typeof small, small);
  console.log("event by JSON.parse:", event.MessageID, "the same text:", String(event.MessageID) === large);
  const differs = typeof large === "string" && typeof small === "number" && declared === "number";
  if (differs && String(event.MessageID) !== large) {
    console.log("As described: the type of MessageID depends on its size.");
  } else {
    console.log("Not as described: MessageID has one type, the one that is declared.");
    process.exitCode = 1;
  }
});
JS
node run.cjs
