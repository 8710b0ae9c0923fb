import { createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { PATIENCE_MS } from "../../testing/patience.ts";
import { systemTime } from "../foundation/clock.ts";
import { parseOutboundAllow } from "./allow-list.ts";
import { createOutbound } from "./outbound.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const PATIENT = { connectMs: PATIENCE_MS, firstByteMs: PATIENCE_MS, totalMs: PATIENCE_MS };
/** For a server that never answers. */
const QUICK = { ...PATIENT, firstByteMs: 300 };

function outbound(allow = "127.0.0.0/8", timeouts = PATIENT) {
  const made = createOutbound({ allow: parseOutboundAllow(allow), time: systemTime, timeouts });
  closing.push(made.close);
  return made;
}

type Handler = Parameters<typeof createServer>[1];

/** An HTTP/2 server without TLS, and its connections so far. */
async function http2Server(handle: Handler) {
  const server: Http2Server = createServer(handle);
  const sessions: ServerHttp2Session[] = [];
  server.on("session", (session) => sessions.push(session));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  closing.push(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/3/device`, sessions };
}

const call = (url: string, session = "team") =>
  ({ method: "POST", url, headers: { "Apns-Topic": "app" }, body: "{}", http2: { session } }) as const;

test("HTTP/2: calls share a connection, with their method, path, headers and body", async () => {
  const peer = await http2Server(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method, url, headers } = request;
    response.writeHead(200, { "apns-id": "7", "retry-after": "3" });
    response.end(JSON.stringify({ method, url, topic: headers["apns-topic"], body }));
  });
  const { request } = outbound();
  const results = await Promise.all([request(call(peer.url)), request(call(peer.url))]);
  results.push(await request(call(peer.url)));
  for (const result of results) {
    expect(result).toMatchObject({ kind: "answered", status: 200, isCut: false, retryAfterMs: 3_000 });
    if (result.kind !== "answered") continue;
    expect(result.headers["apns-id"]).toBe("7");
    expect(JSON.parse(result.body)).toEqual({ method: "POST", url: "/3/device", topic: "app", body: "{}" });
  }
  expect(peer.sessions).toHaveLength(1);
  await request(call(peer.url, "another team"));
  expect(peer.sessions).toHaveLength(2);
});

test("HTTP/2: after the server has announced the end of a connection, the next call opens another", async () => {
  const peer = await http2Server((_request, response) => response.end("ok"));
  const { request } = outbound();
  await request(call(peer.url));
  peer.sessions[0]?.goaway();
  const connectionsAfterCall = async () => {
    await request(call(peer.url));
    return peer.sessions.length;
  };
  await expect.poll(connectionsAfterCall).toBe(2);
  expect(await request(call(peer.url))).toMatchObject({ kind: "answered", body: "ok" });
});

test("HTTP/2: a late answer and an ended connection are broken, a refused stream is unreachable", async () => {
  const silent = await http2Server(() => {});
  expect(await outbound("127.0.0.0/8", QUICK).request(call(silent.url))).toEqual({
    kind: "broken",
    reason: "no answer within 300 ms",
  });
  const ending = await http2Server((request) => request.stream.session?.destroy());
  expect(await outbound().request(call(ending.url))).toMatchObject({ kind: "broken" });
  const refusing = await http2Server((request) => request.stream.close(7));
  expect(await outbound().request(call(refusing.url))).toMatchObject({ kind: "unreachable" });
});

test("HTTP/2: a closed port is unreachable, a private address is forbidden, and nothing hangs", async () => {
  // Not a port that was free a moment ago: another process may have it now.
  const url = "http://127.0.0.1:1/3/device";
  expect(await outbound("127.0.0.1:1").request(call(url))).toMatchObject({ kind: "unreachable" });
  const open = "http://127.0.0.1:8080/3/device";
  expect(await outbound("10.0.0.1").request(call(open))).toMatchObject({ kind: "forbidden" });
});

test("HTTP/2: a body beyond the limit is cut, and the connection still serves the next call", async () => {
  const peer = await http2Server((_request, response) => response.end("x".repeat(200_000)));
  const { request } = outbound();
  const result = await request(call(peer.url));
  expect(result).toMatchObject({ kind: "answered", isCut: true });
  if (result.kind === "answered") expect(result.body).toHaveLength(65_536);
  expect(await request(call(peer.url))).toMatchObject({ kind: "answered", status: 200 });
  expect(peer.sessions).toHaveLength(1);
});
