import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { listenAt } from "./listen.ts";

/** More than the 511 connections that Node lets wait by default. */
const FLOOD = 1_500;

/** A kernel with a shorter queue than the flood drops connections whatever the process asks for. */
function isQueueLongEnough(): boolean {
  if (process.platform !== "linux") return false;
  return Number(readFileSync("/proc/sys/net/core/somaxconn", "utf8")) > FLOOD;
}

test.runIf(isQueueLongEnough())(
  "listening: 1,500 connections wait for a busy event loop, and none of them is dropped",
  async () => {
    const app = Fastify();
    const { port } = new URL(await listenAt(app, { host: "127.0.0.1", port: 0 }));
    const opened: string[] = [];
    const open = (name: string) => {
      const socket = connect(Number(port), "127.0.0.1", () => opened.push(name));
      return { socket, isOpen: once(socket, "connect") };
    };
    // The process accepts none of them before this turn of the event loop ends.
    const flood = Array.from({ length: FLOOD }, () => open("flood"));
    await flood[0]?.isOpen;
    const late = open("late");
    await Promise.all([...flood, late].map(({ isOpen }) => isOpen));
    // A dropped connection is opened again after a second, and by then the late one is open.
    expect(opened.indexOf("late")).toBe(FLOOD);
    for (const { socket } of [...flood, late]) socket.destroy();
    await app.close();
  },
);
