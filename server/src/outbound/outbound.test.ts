import {
  createServer as createHttp,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, createServer as createTcp, type Socket, type Server as TcpServer } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { memoryMb } from "../../testing/memory.ts";
import { PATIENCE_MS } from "../../testing/patience.ts";
import { systemTime } from "../foundation/clock.ts";
import { parseOutboundAllow } from "./allow-list.ts";
import { createOutbound, type Outbound } from "./outbound.ts";

const NOW = new Date("2026-08-01T12:00:00Z");
const PATIENT = { connectMs: PATIENCE_MS, firstByteMs: PATIENCE_MS, totalMs: PATIENCE_MS };
/** For servers that never finish TLS, or never answer: the other limits stay patient, so that none of them is met by chance. */
const HASTY_TO_CONNECT = { ...PATIENT, connectMs: 150 };
const HASTY_TO_ANSWER = { ...PATIENT, firstByteMs: 150 };
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function outbound(timeouts = PATIENT): Outbound {
  const made = createOutbound({
    allow: parseOutboundAllow("127.0.0.0/8"),
    time: { ...systemTime, now: () => NOW },
    timeouts,
  });
  closing.push(made.close);
  return made;
}

async function listen(server: Server | TcpServer): Promise<string> {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** An HTTP server with the given behaviour. */
async function httpServer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createHttp(answer);
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return listen(server);
}

/** A server that writes raw bytes as soon as it has read something. */
async function rawServer(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createTcp((socket) => {
    sockets.add(socket.on("error", () => {}));
    socket.once("data", () => answer(socket));
  });
  closing.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return listen(server);
}

const get = (url: string, timeouts = PATIENT) => outbound(timeouts).request({ method: "GET", url });

describe("an outbound call", () => {
  it("sends the request and returns the response", async () => {
    let seen: unknown;
    const url = await httpServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      seen = { method: request.method, url: request.url, headers: request.headers, body };
      response.writeHead(201, { "x-id": "7", "set-cookie": ["a=1", "b=2"] }).end('{"id":"m1"}');
    });
    const answer = await outbound().request({
      method: "POST",
      url: `${url}path?q=1`,
      headers: { "idempotency-key": "k1" },
      body: "grüß",
    });
    expect(answer).toMatchObject({ kind: "answered", status: 201, body: '{"id":"m1"}', isCut: false });
    expect(answer.kind === "answered" && answer.headers).toMatchObject({
      "x-id": "7",
      "set-cookie": "a=1, b=2",
    });
    expect(seen).toMatchObject({
      method: "POST",
      url: "/path?q=1",
      body: "grüß",
      headers: {
        "user-agent": "tidings",
        "accept-encoding": "identity",
        "idempotency-key": "k1",
        "content-length": "6",
      },
    });
  });

  it("reuses the connection for sequential calls", async () => {
    const ports = new Set<number | undefined>();
    const url = await httpServer((request, response) => {
      ports.add(request.socket.remotePort);
      response.end("ok");
    });
    const client = outbound();
    for (let call = 0; call < 3; call++) await client.request({ method: "GET", url });
    expect(ports.size).toBe(1);
  });

  it("does not follow a redirect", async () => {
    let calls = 0;
    const url = await httpServer((request, response) => {
      calls += 1;
      response.writeHead(302, { location: `http://${request.headers.host}/elsewhere` }).end();
    });
    expect(await get(url)).toMatchObject({ kind: "answered", status: 302 });
    expect(calls).toBe(1);
  });

  it("is unreachable when no server listens", async () => {
    // Not a port that was free a moment ago: another process may have it now.
    const client = createOutbound({ allow: parseOutboundAllow("127.0.0.1:1"), time: systemTime });
    closing.push(client.close);
    const answer = await client.request({ method: "GET", url: "http://127.0.0.1:1/" });
    expect(answer).toEqual({ kind: "unreachable", reason: "the connection was refused" });
  });

  it("is unreachable when TLS fails: no byte of the request was sent", async () => {
    const url = await rawServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expect(await get(url.replace("http:", "https:"))).toMatchObject({ kind: "unreachable" });
  });

  it("is unreachable when TLS never finishes", async () => {
    const url = await rawServer(() => {});
    const answer = await get(url.replace("http:", "https:"), HASTY_TO_CONNECT);
    expect(answer).toEqual({ kind: "unreachable", reason: "no connection within 150 ms" });
  });

  it("is broken when the response never starts", async () => {
    const url = await rawServer(() => {});
    expect(await get(url, HASTY_TO_ANSWER)).toEqual({ kind: "broken", reason: "no answer within 150 ms" });
  });

  it("is broken when the connection is reset before a response", async () => {
    const url = await rawServer((socket) => socket.resetAndDestroy());
    expect(await get(url)).toEqual({ kind: "broken", reason: "the connection was reset" });
  });

  it.each([
    ["no HTTP", "hello\r\n\r\n"],
    ["endless headers", `HTTP/1.1 200 OK\r\n${`x-y: ${"z".repeat(1000)}\r\n`.repeat(40)}\r\n`],
    ["another protocol", "HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"],
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"],
  ])("is broken when the response is %s", async (_name, bytes) => {
    const url = await rawServer((socket) => socket.write(bytes));
    expect((await get(url)).kind).toBe("broken");
  });

  it("returns the status when the body is incomplete", async () => {
    const url = await rawServer((socket) => {
      socket.write("HTTP/1.1 202 Accepted\r\ncontent-length: 100\r\n\r\nhalf", () =>
        socket.resetAndDestroy(),
      );
    });
    expect(await get(url)).toMatchObject({ kind: "answered", status: 202, isCut: true });
  });

  it("does not decompress a response", async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const url = await httpServer((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    });
    expect(await get(url)).toMatchObject({ kind: "answered", status: 200, body: "", isCut: true });
  });

  it("reads a body of 64 KiB as a whole, and only the first 64 KiB of a longer one", async () => {
    const whole = await httpServer((_request, response) => response.end("a".repeat(65_536)));
    expect(await get(whole)).toMatchObject({ isCut: false });
    const longer = await httpServer((_request, response) => response.end("a".repeat(65_537)));
    const answer = await get(longer);
    expect(answer).toMatchObject({ isCut: true });
    expect(answer.kind === "answered" && answer.body.length).toBe(65_536);
  });

  it("endless bodies take neither more time nor more memory", async () => {
    /** What the ten floods have got rid of: what the callers took, and what the system holds for them. */
    let poured = 0;
    const flood = await httpServer((_request, response) => {
      const pour = () => {
        for (let goesOn = true; goesOn; poured += 65_536) goesOn = response.write("x".repeat(65_536));
      };
      response.on("drain", pour);
      pour();
    });
    const drip = await httpServer((_request, response) => {
      const timer = setInterval(() => response.write("."), 5);
      response.on("close", () => clearInterval(timer));
    });
    const before = memoryMb().retained;
    // Server and clients share one thread here, so the first byte may come late: each call has it long before its end.
    const client = outbound({ ...PATIENT, totalMs: 5_000 });
    const calls = Array.from({ length: 20 }, (_, n) =>
      client.request({ method: "GET", url: n % 2 ? flood : drip }),
    );
    // Neither body ends: without the limit of the whole call, these would wait for ever.
    for (const answer of await Promise.all(calls)) {
      expect(answer).toMatchObject({ kind: "answered", status: 200, isCut: true });
    }
    // Twenty concurrent calls, and their servers, in one process: neither meanwhile nor afterwards. The resident memory of the
    // process would also count what its own collections of garbage have not got to.
    expect(poured).toBeGreaterThan(0);
    expect(poured).toBeLessThan(60_000_000);
    expect(memoryMb().retained - before).toBeLessThan(60);
  });

  it.each([
    ["a line break in a value", { "x-a": "1\r\nx-b: 2" }],
    ["a NUL in a value", { "x-a": "\0" }],
    ["a line break in a name", { "x\r\na": "1" }],
    ["a letter beyond Latin-1", { "x-a": "ключ" }],
    ["host", { Host: "other" }],
    ["transfer-encoding", { "Transfer-Encoding": "chunked" }],
    ["proxy-authorization", { "proxy-authorization": "x" }],
  ])("refuses headers with %s and sends nothing", async (_name, headers) => {
    let calls = 0;
    const url = await httpServer((_request, response) => {
      calls += 1;
      response.end();
    });
    const answer = await outbound().request({
      method: "POST",
      url,
      headers: headers as Record<string, string>,
    });
    expect(answer.kind).toBe("forbidden");
    expect(calls).toBe(0);
  });

  it.each([
    ["2", 2_000],
    ["0", 0],
    ["1000000000", 1_000_000_000_000],
    ["Sat, 01 Aug 2026 12:01:30 GMT", 90_000],
    ["Sat, 01 Aug 2026 11:00:00 GMT", 0],
    ["-1", undefined],
    ["1e9", undefined],
    ["soon", undefined],
    ["2026-08-01T12:01:30Z", undefined],
    ["99999999999999999999", undefined],
  ])("reads Retry-After: %s as %s ms", async (text, ms) => {
    const url = await httpServer((_request, response) =>
      response.writeHead(429, { "retry-after": text }).end(),
    );
    const answer = await get(url);
    expect(answer.kind === "answered" && answer.retryAfterMs).toBe(ms);
  });
});
