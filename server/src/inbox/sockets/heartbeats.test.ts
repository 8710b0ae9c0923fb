import { afterEach, beforeEach, expect, test } from "vitest";
import { createStoppedTime, type MovableTime } from "../../../testing/movable-time.ts";
import { sessionRefused } from "../session.ts";
import { createHeartbeats, type Heartbeats } from "./heartbeats.ts";
import type { SocketConnection } from "./socket-connection.ts";

let time: MovableTime;
let failure: Error | undefined;
let heartbeats: Heartbeats;
const calls: string[] = [];

beforeEach(() => {
  calls.length = 0;
  failure = undefined;
  time = createStoppedTime();
  heartbeats = createHeartbeats({
    time,
    verifySession: async () => {
      if (failure) throw failure;
      return {} as never;
    },
  });
});
afterEach(() => {
  heartbeats.close();
});

function connection(isEntered = true) {
  return {
    isEntered,
    aliveAtMs: 0,
    ping: () => calls.push(`ping at ${time.monotonicMs() / 1_000}`),
    cut: () => calls.push(`cut at ${time.monotonicMs() / 1_000}`),
    close: (reason: string) => calls.push(`${reason} at ${time.monotonicMs() / 1_000}`),
  } as unknown as SocketConnection & { aliveAtMs: number };
}

async function pass(seconds: number): Promise<void> {
  await time.advance(seconds * 1_000);
}

test("a socket is pinged every 25 s, and cut when it is silent for 45 s", async () => {
  const stop = heartbeats.watch(connection(), "token");
  await pass(46);
  stop();
  await pass(60);
  expect(calls).toEqual(["ping at 25", "cut at 46"]);
});

test("a socket that enters no namespace is cut after 5 s", async () => {
  const stop = heartbeats.watch(connection(false), "token");
  await pass(6);
  stop();
  expect(calls).toEqual(["cut at 6"]);
});

test("a session that has ended closes its socket within a minute", async () => {
  const socket = connection();
  heartbeats.watch(socket, "token");
  failure = sessionRefused();
  await passAlive(socket, 60);
  expect(calls).toEqual(["ping at 25", "ping at 50", "refused at 60"]);
});

test("a database that does not answer closes no socket", async () => {
  const socket = connection();
  heartbeats.watch(socket, "token");
  failure = new Error("connect ECONNREFUSED");
  await passAlive(socket, 70);
  expect(calls).toEqual(["ping at 25", "ping at 50"]);
});

async function passAlive(socket: { aliveAtMs: number }, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    socket.aliveAtMs = time.monotonicMs();
    await pass(1);
  }
}
