#!/usr/bin/env bash
# @vonage/sms: an SMS that failed altogether is thrown as MessageSendPartialFailure, never as MessageSendAllFailure.
#
# Expected: the SDK has two classes of error. By their comments and messages, MessageSendAllFailure means that all
#   parts failed ("All SMS messages failed to send"), MessageSendPartialFailure that some of them were sent.
# Seen: the SMS API gives its count as a text ("message-count": "1", see Vonage's guide "Troubleshooting SMS"). The SDK
#   compares this text with the number of failures, which is never equal. Only a count that is a number, as the
#   SDK's type says and the API does not send, throws MessageSendAllFailure.
# Why it matters: a caller must not send an SMS again of which a part arrived. With this class every failure looks
#   like that case, so that an SMS of which nothing was sent is not repeated.
# The package asks for Node 22; it runs on Node 20 with the same result.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --ignore-scripts @vonage/sms@1.24.1 @vonage/auth@1.18.1
cat >run.cjs <<'JS'
const fs = require("node:fs");
const http = require("node:http");
const { Auth } = require("@vonage/auth");
const { SMS } = require("@vonage/sms");
console.log("@vonage/sms", JSON.parse(fs.readFileSync("node_modules/@vonage/sms/package.json", "utf8")).version);

let count;
const failed = { to: "447700900000", status: "6", "error-text": "Invalid message" };
const server = http.createServer((request, response) => {
  request.resume().on("end", () => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ "message-count": count, messages: [failed] }));
  });
});

/** The class of the error that the SDK throws when the only message failed. */
async function errorFor(messageCount, sms) {
  count = messageCount;
  const sent = sms.send({ to: "447700900000", from: "Example", text: "Hello" });
  const error = await sent.then(() => new Error("nothing was thrown"), (thrown) => thrown);
  const counts = `${error.getSuccessfulMessages?.().length} sent, ${error.getFailedMessages?.().length} failed`;
  console.log(`message-count ${JSON.stringify(messageCount)}: ${error.constructor.name}: ${error.message} (${counts})`);
  return error.constructor.name;
}

server.listen(0, "127.0.0.1", async () => {
  const restHost = `http://127.0.0.1:${server.address().port}`;
  const sms = new SMS(new Auth({ apiKey: "abcd1234", apiSecret: "example" }), { restHost });
  const asTheApi = await errorFor("1", sms);
  const asNumber = await errorFor(1, sms);
  server.close();
  server.closeAllConnections();
  if (asTheApi === "MessageSendPartialFailure" && asNumber === "MessageSendAllFailure") {
    console.log("As described: with the count as the API sends it, a total failure is thrown as a partial one.");
  } else {
    console.log("Not as described: a total failure has its own class whatever the type of the count is.");
    process.exitCode = 1;
  }
});
JS
node run.cjs
