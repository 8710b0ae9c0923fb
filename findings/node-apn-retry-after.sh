#!/usr/bin/env bash
# @parse/node-apn: Retry-After is read under a name that HTTP/2 does not have, so the repeats are sent at once.
#
# Expected: the package repeats a push up to three times after the statuses 408, 429, 500, 502, 503 and 504, and its
#   source waits for the time that the server states in Retry-After (RFC 9110, section 10.2.3).
# Seen: it looks for the key "Retry-After". Field names are lowercase in HTTP/2 (RFC 9113, section 8.2), also in the
#   object that Node gives. A server that answers 503 with "retry-after: 30" gets four requests, and the package
#   asks its timer for 0 ms before each repeat. The script counts requests and requested delays; it measures no time.
# Why it matters: a service that says "too many requests" or "shutting down" gets four times the load, and the repeats
#   are used up before the stated time, so that the notification is given up.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --ignore-scripts @parse/node-apn@8.1.0
cat >run.cjs <<'JS'
const { generateKeyPairSync } = require("node:crypto");
const http2 = require("node:http2");
const connect = http2.connect;
let port;
// The package has no option for a server without TLS: its connection goes to the server below.
http2.connect = () => connect(`http://127.0.0.1:${port}`);
const apn = require("@parse/node-apn");
console.log("@parse/node-apn", require("@parse/node-apn/package.json").version);

/** Delays that node-apn asks for before a repeat, in milliseconds. None of them is waited for. */
const delays = [];
const { setTimeout: realSetTimeout } = globalThis;
globalThis.setTimeout = (callback, ms, ...rest) => {
  if (!new Error().stack.includes("retryRequest")) return realSetTimeout(callback, ms, ...rest);
  delays.push(ms);
  return realSetTimeout(callback, 0, ...rest);
};

let requests = 0;
const server = http2.createServer();
server.on("stream", (stream) => {
  requests += 1;
  stream.respond({ ":status": 503, "retry-after": "30", "content-type": "application/json" });
  stream.end(JSON.stringify({ reason: "Shutdown" }));
});
server.listen(0, "127.0.0.1", async () => {
  port = server.address().port;
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = privateKey.export({ type: "pkcs8", format: "pem" });
  const provider = new apn.Provider({ token: { key, keyId: "ABCDE12345", teamId: "FGHIJ67890" } });
  const notification = new apn.Notification({ alert: "Hello", topic: "com.example.app" });
  const { sent, failed } = await provider.send(notification, "0123456789abcdef".repeat(4));
  await provider.shutdown();
  server.close();
  console.log({ requests, delays, sent: sent.length, failed: failed.map(({ status, response }) => `${status} ${response.reason}`) });
  if (requests === 4 && delays.length === 3 && delays.every((ms) => ms === 0)) {
    console.log("As described: three repeats without a delay, although the server said 30 s.");
  } else {
    console.log("Not as described: the delays are those that the server stated, or the push is not repeated.");
    process.exitCode = 1;
  }
});
JS
node run.cjs
