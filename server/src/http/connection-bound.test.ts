import { EventEmitter, once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import Fastify, { type FastifyReply } from "fastify";
import { expect, test } from "vitest";
import { createStoppedTime } from "../../testing/movable-time.ts";
import { SHARE } from "../foundation/share.ts";
import { createClientAddress, parseTrustedProxies } from "./client-address.ts";
import { boundConnections, closeFloods } from "./connection-bound.ts";
import { notesOf } from "./request-notes.ts";
import { admitRequest } from "./request-share.ts";

class FakeSocket extends EventEmitter {
  text = "";
  isDestroyed = false;
  readonly remoteAddress: string;
  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }
  end(text: string) {
    this.text = text;
  }
  destroySoon() {
    this.isDestroyed = true;
  }
}

function open() {
  const server = new EventEmitter();
  const clientAddress = createClientAddress(parseTrustedProxies("10.0.0.1"));
  boundConnections(server as never, { clientAddress, clock: createStoppedTime(), max: 2 });
  return (address: string) => {
    const socket = new FakeSocket(address);
    server.emit("connection", socket);
    return socket;
  };
}

test("connections: an address has at most `max`; a further one gets 429 and is closed", () => {
  const connect = open();
  const [first, second] = [connect("192.0.2.1"), connect("192.0.2.1")];
  const third = connect("192.0.2.1");
  expect(third.text).toMatch(/^HTTP\/1\.1 429 [\s\S]*"statusCode":429/);
  expect([first.isDestroyed, second.isDestroyed, third.isDestroyed]).toEqual([false, false, true]);
  expect(connect("192.0.2.2").isDestroyed).toBe(false);
  first.emit("close");
  third.emit("close");
  expect([connect("192.0.2.1").isDestroyed, connect("192.0.2.1").isDestroyed]).toEqual([false, true]);
});

test("connections: the /64 of an IPv6 address counts as one, and those of a trusted proxy are not counted", () => {
  const connect = open();
  for (const n of [1, 2]) connect(`2001:db8::${n}`);
  expect(connect("2001:db8::3").isDestroyed).toBe(true);
  for (let n = 0; n < 5; n += 1) expect(connect("::ffff:10.0.0.1").isDestroyed).toBe(false);
});

test("connections: a stranger's ends with its answer while its address has many, sooner with a refusal", async () => {
  const clock = createStoppedTime();
  const app = Fastify();
  const clientAddress = createClientAddress([]);
  closeFloods(app, boundConnections(app.server, { clientAddress, clock }), { answered: 3, refused: 1 });
  const admission = { admit: () => () => {} };
  app.get("/known", async (request, reply) => {
    admitRequest(admission, [request, reply], { share: SHARE.environment("e1"), isWrite: false });
    return "known";
  });
  app.get("/overloaded", async (request, reply) => {
    notesOf(request.raw).environmentId = "e1";
    return reply.code(503).send("overloaded");
  });
  app.get("/stranger", async () => "stranger");
  app.get("/livez", async (request) => {
    notesOf(request.raw).operation = "livez";
    return "live";
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const agents: Agent[] = [];
  /** Asks on a connection of its own, and says whether it is kept. */
  const ask = async (path: string, agent = new Agent({ keepAlive: true, maxSockets: 1 })) => {
    agents.push(agent);
    const [response] = (await once(get(`${url}${path}`, { agent }), "response")) as [IncomingMessage];
    await once(response.resume(), "end");
    return response.headers.connection;
  };
  // Each is one more of its address, until it is closed.
  expect([await ask("/missing"), await ask("/missing")]).toEqual(["keep-alive", "close"]);
  expect([await ask("/stranger"), await ask("/stranger")]).toEqual(["keep-alive", "keep-alive"]);
  expect([await ask("/stranger"), await ask("/missing")]).toEqual(["close", "close"]);
  const kept = [await ask("/known"), await ask("/overloaded"), await ask("/livez")];
  expect(kept).toEqual(["keep-alive", "keep-alive", "keep-alive"]);
  for (const agent of agents) agent.destroy();
  await app.close();
});

test("connections: one that ends with its answer takes the rest of a refused body, without a reset", async () => {
  const app = Fastify();
  closeFloods(app, () => 1_000);
  const onRequest = async (_request: unknown, reply: FastifyReply) => reply.code(401).send("refused");
  app.post("/", { onRequest }, async () => "");
  const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  const socket = connect({ host: "127.0.0.1", port: Number(port), allowHalfOpen: true });
  let received = "";
  socket.setEncoding("latin1").on("data", (piece) => {
    received += piece;
  });
  const half = " ".repeat(1_000_000);
  const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${2 * half.length}`;
  socket.write(`${head}\r\n\r\n${half}`);
  await once(socket, "end");
  expect(received).toMatch(/^HTTP\/1\.1 401 [\s\S]*\r\nconnection: close\r\n[\s\S]*refused$/i);
  socket.end(half);
  // A reset would be an error of the socket, and reject this.
  await once(socket, "close");
  await app.close();
});
