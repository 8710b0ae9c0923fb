import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startPostgres, until } from "./postgres.mjs";
import { startRedis } from "./redis.mjs";

/**
 * `node check.mjs NAME [--triggers=1000] [--connections=64] [--fsync=always|everysec]`: starts a PostgreSQL, a Redis where the
 * peer needs one, and the peer; sends the triggers, waits until as many messages are stored, lists, stops everything, and
 * prints triggers per second from the first POST to the last stored message.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    triggers: { type: "string", default: "1000" },
    connections: { type: "string", default: "64" },
    fsync: { type: "string", default: "always" },
  },
});
const [name] = positionals;
const [triggers, connections] = [Number(values.triggers), Number(values.connections)];
const SUBSCRIBERS = 2000;

const agent = new Agent({ keepAlive: true, maxSockets: connections });
const stops = [() => agent.destroy()];
let peer;
try {
  peer = await start();
  await send(Math.ceil(triggers / 10), "warm-up");
  process.stdout.write(`${await send(triggers, "t")}\n`);
  await checkLists();
} finally {
  for (const stop of stops.reverse()) await stop();
}

async function start() {
  const postgres = await startPostgres();
  stops.push(postgres.stop);
  const redis = name === "bullmq" ? await startRedis(values.fsync) : undefined;
  if (redis) stops.push(redis.stop);
  return startPeer({ DATABASE_URL: postgres.url, ...(redis && { REDIS_URL: redis.url }) });
}

async function startPeer(variables) {
  const path = fileURLToPath(new URL(`./${name}/start.mjs`, import.meta.url));
  const env = { ...process.env, ...variables, PORT: String(await freePort()) };
  const child = spawn(process.execPath, [path], { env, stdio: ["ignore", "pipe", "inherit"] });
  stops.push(() => stopPeer(child));
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const url = () => /ready at (\S+)/.exec(output)?.[1];
  await until(() => {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: ${output}`);
    return url() !== undefined;
  });
  return { url: url() };
}

/** Directus ends itself with SIGTERM again after its cleanup. */
async function stopPeer(child) {
  const ended = child.exitCode === null ? once(child, "exit") : [child.exitCode];
  child.kill("SIGTERM");
  const [code, signal] = await ended;
  if (code !== 0 && signal !== "SIGTERM") process.exitCode = 1;
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

/** Sends triggers as fast as the connections allow, and waits for their messages. */
async function send(count, mark) {
  const before = await stored();
  const startedAt = performance.now();
  const latencies = [];
  let next = 0;
  const sendAll = async () => {
    while (next < count) {
      const index = next++;
      const sentAt = performance.now();
      const { status } = await call("POST", "/trigger", {
        to: [`s${index % SUBSCRIBERS}`],
        payload: { text: `${mark}${index}` },
      });
      latencies.push(performance.now() - sentAt);
      if (status !== 201) throw new Error(`POST /trigger answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, sendAll));
  const acceptedMs = performance.now() - startedAt;
  while ((await stored()) < before + count) await new Promise((resolve) => setTimeout(resolve, 50));
  const storedMs = performance.now() - startedAt;
  latencies.sort((a, b) => a - b);
  const [p50, p99] = [0.5, 0.99].map((share) => latencies[Math.floor(count * share)].toFixed(1));
  const perSecond = (ms) => `${Math.round((count / ms) * 1000)}/s`;
  return `${name}: stored ${perSecond(storedMs)}, accepted ${perSecond(acceptedMs)}, answer p50 ${p50} ms, p99 ${p99} ms`;
}

async function stored() {
  return (await call("GET", "/count")).body.stored;
}

async function checkLists() {
  const expected = [Math.ceil(triggers / 10), triggers].map((count) => Math.ceil(count / SUBSCRIBERS));
  const { body } = await call("GET", "/messages?subscriberId=s0&page=0&limit=5");
  const total = expected[0] + expected[1];
  if (body.totalCount !== total || body.data?.length !== Math.min(5, total))
    throw new Error(`expected ${total} messages of s0, got ${JSON.stringify(body)}`);
  await call("POST", "/trigger", { to: ["a", "b", "a"], payload: { text: "for two" } });
  const count = async (id) =>
    (await call("GET", `/messages?subscriberId=${id}&page=0&limit=5`)).body.totalCount;
  await until(async () => (await count("a")) === 1 && (await count("b")) === 1);
}

function call(method, path, body) {
  return new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body);
    const headers = text
      ? { "content-type": "application/json", "content-length": Buffer.byteLength(text) }
      : {};
    const sent = request(peer.url + path, { method, agent, headers }, async (response) => {
      const chunks = await response.toArray().catch(reject);
      resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString() || "null") });
    });
    sent.on("error", reject).end(text);
  });
}
