import { WebSocket as PartySocket } from "partysocket";
import { io, type Socket } from "socket.io-client";
import { afterEach, expect, test } from "vitest";
import WebSocket from "ws";
import { startService } from "../src/service.ts";
import { createHeldClock } from "../testing/held-clock.ts";
import { keepPort } from "../testing/kept-port.ts";
import { inApp } from "../testing/steps.ts";
import { openInbox } from "../testing/test-inbox.ts";
import { useTestService } from "../testing/test-service.ts";

const time = createHeldClock();
const service = await useTestService({}, { time });
const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
  time.release();
});

const wsUrl = (url: string) => url.replace("http", "ws");

async function prepared() {
  const environment = await service.newEnvironment();
  await environment.given.workflow("news", [inApp("Hello {{ payload.n }}")]);
  await environment.given.subscriber("ada");
  return { environment, inbox: await openInbox(service.url, environment, "ada") };
}

/** Socket.IO as Novu's client configures it. */
async function connect(url: string, token: string): Promise<Socket> {
  const socket = io(url, {
    transports: ["websocket"],
    query: { token },
    reconnectionDelay: 50,
    forceNew: true,
  });
  opened.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.on("connect", resolve);
    socket.on("connect_error", reject);
  });
  return socket;
}

const once = (socket: Socket, event: string) => new Promise<any>((resolve) => socket.once(event, resolve));

const eventsOf = (frames: readonly string[]) => frames.map((frame) => JSON.parse(frame).event);

/** A plain web socket, and the frames it has received. */
async function openPlain(token: string, options: object = {}) {
  const socket = new WebSocket(`${wsUrl(service.url)}/?token=${token}`, options);
  opened.push(socket);
  const frames: string[] = [];
  socket.on("message", (data) => frames.push(String(data)));
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  await new Promise((resolve, reject) => {
    socket.on("open", resolve);
    socket.on("error", reject);
  });
  return { socket, frames, closed };
}

test.each(["", "/ws"])(
  "Novu's transport, namespace '%s': new messages and counts arrive",
  async (namespace) => {
    const { environment, inbox } = await prepared();
    const socket = await connect(service.url + namespace, inbox.token);
    expect(await once(socket, "unread_count_changed")).toMatchObject({ unreadCount: 0 });
    const events = ["notification_received", "unread_count_changed", "unseen_count_changed"];
    const received = Promise.all(events.map((event) => once(socket, event)));
    await environment.trigger("news", "ada", { payload: { n: 1 } });
    const [{ message }, unread, unseen] = (await received) as [any, any, any];
    const [stored] = (await environment.get("/v1/messages")).body.data;
    expect(message).toMatchObject({ _id: stored._id, content: "Hello 1", read: false, seen: false, cta: {} });
    expect(unread).toMatchObject({ counts: { total: 1, severity: { none: 1 } }, unreadCount: 1 });
    expect(unseen).toEqual({ unseenCount: 1 });
  },
);

test("PartySocket: the same as JSON texts, and a ping is answered", async () => {
  const { environment, inbox } = await prepared();
  const socket = new PartySocket(`${wsUrl(service.url)}/party?token=${inbox.token}`, [], {
    WebSocket,
  });
  opened.push(socket);
  const frames: string[] = [];
  socket.addEventListener("message", ({ data }) => frames.push(String(data)));
  await expect.poll(() => eventsOf(frames)).toEqual(["unread_count_changed", "unseen_count_changed"]);
  frames.length = 0;
  socket.send("ping");
  await environment.trigger("news", "ada", { payload: { n: 1 } });
  await expect.poll(() => frames.length).toBe(4);
  expect(frames[0]).toBe("pong");
  expect(eventsOf(frames.slice(1))).toEqual([
    "notification_received",
    "unread_count_changed",
    "unseen_count_changed",
  ]);
});

test("a socket that connects is sent the counts of its inbox", async () => {
  const { environment, inbox } = await prepared();
  await environment.finished(await environment.trigger("news", "ada", { payload: { n: 1 } }));
  const { frames } = await openPlain(inbox.token);
  await expect.poll(() => frames).toHaveLength(2);
  expect(frames.map((frame) => JSON.parse(frame).data)).toMatchObject([
    { unreadCount: 1, counts: { total: 1 } },
    { unseenCount: 1 },
  ]);
});

test("without a valid token: Socket.IO is refused for good, a plain socket by its status", async () => {
  await expect(connect(service.url, "wrong")).rejects.toThrow("not valid");
  const socket = opened.at(-1) as Socket;
  expect(socket.active).toBe(false);
  for (const token of ["", "wrong"]) {
    await expect(openPlain(token)).rejects.toThrow("Unexpected server response: 401");
  }
  const polling = await fetch(`${service.url}/socket.io/?EIO=4&transport=polling`);
  expect([polling.status, ((await polling.json()) as any).message]).toEqual([
    400,
    expect.stringContaining("websocket"),
  ]);
});

test.each([
  ["a frame that is no protocol", "hello", 1002],
  ["a frame of 10 MB", "x".repeat(10_000_000), 1009],
  ["bytes", Buffer.from([0, 1, 2]), 1003],
])("%s closes the socket", async (_, frame, code) => {
  const { inbox } = await prepared();
  const { socket, closed } = await openPlain(inbox.token);
  socket.send(frame);
  expect(await closed).toBe(code);
});

test("a flood of frames closes the socket", async () => {
  const { inbox } = await prepared();
  const { socket, frames, closed } = await openPlain(inbox.token);
  // The frames of one second count: none begins while they are read.
  time.hold();
  for (let sent = 0; sent < 100; sent += 1) socket.send("ping");
  expect(await closed).toBe(1008);
  expect(frames.filter((frame) => frame === "pong").length).toBeLessThanOrEqual(20);
});

test("a client of Socket.IO that enters no namespace is cut", async () => {
  const { inbox } = await prepared();
  const socket = new WebSocket(
    `${wsUrl(service.url)}/socket.io/?EIO=4&transport=websocket&token=${inbox.token}`,
  );
  opened.push(socket);
  expect(await new Promise((resolve) => socket.on("close", resolve))).toBe(1006);
});

test("a subscriber has at most 20 connections", async () => {
  const { inbox } = await prepared();
  const sockets = await Promise.all(Array.from({ length: 20 }, () => openPlain(inbox.token)));
  const { closed } = await openPlain(inbox.token);
  expect(await closed).toBe(1008);
  sockets[0]?.socket.close();
  await sockets[0]?.closed;
  const { frames, socket } = await openPlain(inbox.token);
  socket.send("ping");
  await expect.poll(() => frames).toContain("pong");
});

test("a service that stops closes with 1012; the client comes back and is sent what comes next", async () => {
  const { environment, inbox } = await prepared();
  const settings = { ...service.parts.settings, role: "api" as const, port: await keepPort() };
  const first = await startService({ ...service.parts, settings });
  const socket = await connect(first.url, inbox.token);
  const plain = new WebSocket(`${wsUrl(first.url)}/?token=${inbox.token}`);
  opened.push(plain);
  const code = new Promise((resolve) => plain.on("close", resolve));
  await new Promise((resolve) => plain.on("open", resolve));
  await first.close();
  expect(await code).toBe(1012);
  const second = await startService({ ...service.parts, settings });
  try {
    await once(socket, "connect");
    const received = once(socket, "notification_received");
    await environment.trigger("news", "ada", { payload: { n: 2 } });
    expect((await received).message.content).toBe("Hello 2");
    socket.close();
  } finally {
    await second.close();
  }
});
