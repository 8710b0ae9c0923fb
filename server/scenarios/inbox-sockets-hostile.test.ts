import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import type WebSocket from "ws";
import { captureLog } from "../testing/captured-log.ts";
import { createHeldClock } from "../testing/held-clock.ts";
import { inApp } from "../testing/steps.ts";
import { openInbox } from "../testing/test-inbox.ts";
import { useTestService } from "../testing/test-service.ts";
import { closeCodeOf, openRawSocket } from "../testing/test-sockets.ts";

const captured = captureLog("trace");
const time = createHeldClock();
const service = await useTestService({}, { log: captured.log, time });
afterEach(() => time.release());

const SOCKET_IO = "/socket.io/?EIO=4&transport=websocket&token=";
const PLAIN = "/?token=";

async function prepared() {
  const environment = await service.newEnvironment();
  await environment.given.workflow("news", [inApp("Hello {{ payload.n }}")]);
  await environment.given.subscriber("ada");
  const { token } = await openInbox(service.url, environment, "ada");
  return { environment, token };
}

/** A socket of socket.io that has joined the default namespace. */
async function joined(token: string): Promise<WebSocket> {
  const socket = await openRawSocket(service.url + SOCKET_IO + token);
  const answered = new Promise((resolve) => {
    socket.on("message", (data) => data.toString().startsWith("40") && resolve(data));
  });
  socket.send("40");
  await answered;
  return socket;
}

const isOffline = ({ isOnline }: { isOnline: boolean }) => !isOnline;

describe.each([
  { name: "plain", open: (token: string) => openRawSocket(service.url + PLAIN + token) },
  { name: "socket.io", open: joined },
])("$name", ({ name, open }) => {
  test.each([
    { what: "garbage", frames: ["\u0000garbage{"], code: 1002 },
    { what: "an empty text", frames: [""], code: 1002 },
    { what: "a binary frame", frames: [Buffer.from([1, 2, 3])], code: 1003 },
    { what: "10 MB", frames: ["a".repeat(10_000_000)], code: 1009 },
    { what: "16 KiB and a byte", frames: ["a".repeat(16_385)], code: 1009 },
    { what: "a flood", frames: Array<string>(30).fill(name === "plain" ? "ping" : "3"), code: 1008 },
  ])("$what closes the socket, and the subscriber is offline", async ({ frames, code }) => {
    const { environment, token } = await prepared();
    const socket = await open(token);
    const closed = closeCodeOf(socket);
    // A flood is many frames in one second: none ends while they are read.
    time.hold();
    for (const frame of frames) socket.send(frame);
    expect(await closed).toBe(code);
    time.release();
    await environment.until("/v2/subscribers/ada", isOffline);
  });

  test("a flood of control frames closes the socket", async () => {
    const { token } = await prepared();
    const socket = await open(token);
    const closed = closeCodeOf(socket);
    time.hold();
    for (let count = 0; count < 30; count += 1) socket.ping();
    expect(await closed).toBe(1008);
  });

  test("half a frame delays no other connection, and its connection can be cut", async () => {
    const { environment, token } = await prepared();
    const [half, whole] = [await open(token), await open(token)];
    const received = new Promise((resolve) => {
      whole.on("message", (data) => data.toString().includes("Hello 1") && resolve(true));
    });
    rawSocketOf(half).write(Buffer.from([0x81, 0xfe, 0x01]));
    await environment.trigger("news", "ada", { payload: { n: 1 } });
    expect(await received).toBe(true);
    rawSocketOf(half).destroy();
    whole.close();
    await environment.until("/v2/subscribers/ada", isOffline);
  });

  test("1,000 connects and disconnects leave no connection", async () => {
    const { environment, token } = await prepared();
    for (let round = 0; round < 100; round += 1) {
      const sockets = await Promise.all(Array.from({ length: 10 }, () => open(token)));
      for (const [at, socket] of sockets.entries()) {
        const closed = once(socket, "close");
        if (at % 2 === 0) socket.terminate();
        else socket.close();
        await closed;
      }
    }
    await environment.until("/v2/subscribers/ada", isOffline);
    // A subscriber may have 20 connections: those of before are not counted.
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open(token)));
    expect(await closeCodeOf(await openRawSocket(service.url + PLAIN + token))).toBe(1008);
    for (const socket of sockets) socket.terminate();
    await environment.until("/v2/subscribers/ada", isOffline);
  });

  test("a reader that does not read is cut", async () => {
    const { environment, token } = await prepared();
    await environment.given.workflow("long", [inApp("{{ payload.text }}")]);
    const socket = await open(token);
    rawSocketOf(socket).pause();
    const text = "x".repeat(200_000);
    for (let count = 0; count < 60; count += 1) {
      await environment.trigger("long", "ada", { payload: { text } });
    }
    await environment.until("/v2/subscribers/ada", isOffline);
    socket.terminate();
  });
});

test("refused requests get the error shape, and no token", async () => {
  const { token } = await prepared();
  const polling = await fetch(`${service.url}/socket.io/?EIO=4&transport=polling&token=${token}`);
  expect(polling.status).toBe(400);
  expect(await polling.json()).toMatchObject({
    statusCode: 400,
    message: expect.stringContaining("websocket"),
  });
  const opened = await joined(token);
  opened.terminate();
  await captured.waitFor("request");
  expect(captured.lines.join("\n")).not.toContain(token);
});

test.each(["//", "///?token=x", "//host:99999/?EIO=3", "/?token=%", "/?token=%00", "*"])(
  "an upgrade of the path %j without a valid token is answered with 401",
  async (path) => {
    const socket = connectRaw();
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    );
    const [answer] = await once(socket, "data");
    const [head, body] = answer.toString().split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1.1 401 Unauthorized\r\n/);
    expect(JSON.parse(body)).toMatchObject({ statusCode: 401, message: expect.any(String) });
    socket.destroy();
  },
);

test("a request that asks for HTTP/2 is served as HTTP/1.1, also with a body and after another", async () => {
  const { environment } = await prepared();
  const body = JSON.stringify({ subscriberId: "java" });
  const socket = connectRaw();
  const head = (method: string, path: string, length: number) =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ApiKey ${environment.apiKey}\r\nContent-Type: application/json\r\n` +
    `Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\nContent-Length: ${length}\r\n\r\n`;
  socket.write(head("POST", "/v2/subscribers", body.length) + body.slice(0, 5));
  await sleep(100);
  socket.write(body.slice(5));
  const [created] = await once(socket, "data");
  expect(created.toString()).toMatch(/^HTTP\/1.1 201 /);
  socket.write(head("GET", "/v2/subscribers/java", 0));
  const [found] = await once(socket, "data");
  expect(found.toString()).toMatch(/^HTTP\/1.1 200 /);
  socket.destroy();
});

function rawSocketOf(socket: WebSocket): Socket {
  return (socket as unknown as { _socket: Socket })._socket;
}

function connectRaw(): Socket {
  const { hostname, port } = new URL(service.url);
  return connect(Number(port), hostname);
}
