#!/usr/bin/env bash
# nodemailer: a message with its own `envelope` object is not delivered by the pool's retry after a 421.
#
# Expected: SMTP servers limit the messages of one connection and then answer 421 (RFC 5321, section 4.2:
#   the server closes the connection). nodemailer's pool puts a message that met this, before any of its
#   content was read, back into its queue and sends it over a new connection (option `maxRequeues`,
#   default 5; nodemailer issues 1105 and 1149). A caller may pass `envelope`, a documented field.
# Seen: without `envelope` every message is delivered. With `envelope: { from, to }` the new connection is
#   opened and the server accepts sender and recipient there, but sendMail rejects with the 421 of the
#   connection that is gone. nodemailer keeps that error in the caller's object.
# Why it matters: a sender of notifications passes an envelope for bounce addresses (VERP). Every message
#   that is first after a server's limit then fails, although the server is ready to take it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --ignore-scripts nodemailer@10.6.0 smtp-server@3.21.6
cat >run.cjs <<'JS'
const nodemailer = require("nodemailer");
const { SMTPServer } = require("smtp-server");
for (const name of ["nodemailer", "smtp-server"]) console.log(name, require(`${name}/package.json`).version);

/** Sends four messages, one after another, to a server that takes one message a connection. */
async function send(withEnvelope) {
  const seen = { connections: 0, recipients: 0, delivered: 0 };
  const messagesOf = new Map();
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onConnect(_session, done) {
      seen.connections += 1;
      done();
    },
    onMailFrom(_address, { id }, done) {
      messagesOf.set(id, (messagesOf.get(id) ?? 0) + 1);
      if (messagesOf.get(id) === 1) return done();
      done(Object.assign(new Error("too many messages in this connection"), { responseCode: 421 }));
    },
    onRcptTo(_address, _session, done) {
      seen.recipients += 1;
      done();
    },
    onData(stream, _session, done) {
      stream.resume().on("end", () => {
        seen.delivered += 1;
        done();
      });
    },
  });
  server.on("error", () => {});
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address();
  const transport = nodemailer.createTransport({ pool: true, maxConnections: 1, host: "127.0.0.1", port });
  const results = [];
  for (const subject of ["1", "2", "3", "4"]) {
    const message = { from: "news@example.com", to: "ada@example.com", subject, text: "Hello" };
    const envelope = { from: "bounces@example.com", to: ["ada@example.com"] };
    const sent = transport.sendMail(withEnvelope ? { ...message, envelope } : message);
    results.push(await sent.then(() => "delivered", (error) => `rejected: ${error.message}`));
  }
  transport.close();
  await new Promise((resolve) => server.close(resolve));
  console.log(withEnvelope ? "with an envelope object:" : "without an envelope:", seen, results);
  return { ...seen, rejected: results.filter((result) => result.includes("421")).length };
}

(async () => {
  const plain = await send(false);
  const own = await send(true);
  const asDescribed = plain.delivered === 4 && own.delivered === 2 && own.rejected === 2 && own.connections === 4;
  if (asDescribed) return console.log("As described: the retry of a message with its own envelope fails with the old 421.");
  console.log("Not as described: messages with and without their own envelope have the same fate.");
  process.exitCode = 1;
})();
JS
node run.cjs
