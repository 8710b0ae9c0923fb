#!/usr/bin/env bash
# @mailchimp/mailchimp_transactional: a call that the API refuses, or that never reaches it, resolves.
#
# Expected: a promise of a failed call rejects. The package is built on axios, whose promise rejects for a status
#   outside 200 to 299 and for a connection error (axios README, "Handling Errors").
# Seen: messages.send resolves in both cases, with the error as its value. `await` in `try` goes on as if the
#   mail was accepted, and catch() is never called (reported: mailchimp-client-lib-codegen issue 274, open).
#   A success is an array, an error an object: without a test for that, `result[0].status` throws a TypeError instead.
# Why it matters: a sender that records "sent" when the promise resolves loses mails with a wrong key, a used-up
#   quota or a network failure, and never retries them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --ignore-scripts @mailchimp/mailchimp_transactional@1.4.1 axios@1.21.1
cat >run.cjs <<'JS'
const http = require("node:http");
const axios = require("axios");
const mailchimp = require("@mailchimp/mailchimp_transactional");
for (const name of ["@mailchimp/mailchimp_transactional", "axios"]) {
  console.log(name, require(`${name}/package.json`).version);
}
const refusal = { status: "error", code: -1, name: "Invalid_Key", message: "Invalid API key" };
const server = http.createServer((request, response) => {
  request.resume().on("end", () => {
    response.writeHead(500, { "content-type": "application/json" }).end(JSON.stringify(refusal));
  });
});
const message = { from_email: "news@example.com", to: [{ email: "ada@example.com" }], subject: "Hello", text: "Hello" };
const describe = (promise) =>
  promise.then(
    (value) => `resolves with ${Array.isArray(value) ? "an array" : "an error:"} ${value?.response?.data?.name ?? value?.code}`,
    (error) => `rejects with ${error.name}`,
  );

server.listen(0, "127.0.0.1", async () => {
  const client = mailchimp("example-key");
  client.basePath = `http://127.0.0.1:${server.address().port}`;
  const refused = await describe(client.messages.send({ message }));
  const control = await describe(axios.post(`${client.basePath}/messages/send`, { message }));
  server.closeAllConnections();
  server.close();
  const closed = http.createServer();
  await new Promise((resolve) => closed.listen(0, "127.0.0.1", resolve));
  client.basePath = `http://127.0.0.1:${closed.address().port}`;
  await new Promise((resolve) => closed.close(resolve));
  const unreachable = await describe(client.messages.send({ message }));
  console.log("refused by the API:", refused);
  console.log("no server:         ", unreachable);
  console.log("axios itself:      ", control);
  const resolved = [refused, unreachable].every((outcome) => outcome.startsWith("resolves with an error"));
  if (resolved && control.startsWith("rejects")) {
    console.log("As described: both failures resolve.");
  } else {
    console.log("Not as described: a failed call rejects, or axios itself does not.");
    process.exitCode = 1;
  }
});
JS
node run.cjs
