import { expect, test } from "vitest";
import { systemTime } from "../../foundation/clock.ts";
import type { HeldTrigger, PrepareRuns } from "../../triggers/handover.ts";
import type { Claimed } from "../runs/claimed.ts";
import { createBatchesInProgress } from "./batches-in-progress.ts";
import { createHandedOver } from "./handed-over.ts";

const NOW = new Date("2026-08-01T12:00:00Z");

function held(id: string, laterMs = 0): HeldTrigger {
  const now = new Date(NOW.getTime() + laterMs);
  return { id, now, isFrozen: false } as HeldTrigger;
}

const PREPARED: PrepareRuns = async () => undefined;

function open() {
  const begun: Claimed[] = [];
  const released: string[] = [];
  const ends: (() => void)[] = [];
  let isTaking = true;
  let ms = 1_000;
  const batches = createBatchesInProgress({ onRoom: () => handedOver.start(), time: systemTime });
  const handedOver = createHandedOver({
    workerId: 7,
    batches,
    isTaking: () => isTaking,
    workOff: (claimed) => {
      begun.push(claimed);
      return new Promise<void>((resolve) => ends.push(resolve));
    },
    release: async (triggers) => void released.push(...triggers.map(({ id }) => id)),
    prepare: () => PREPARED,
    nowMs: () => ms,
  });
  const idsOf = () => begun.map(({ triggers }) => triggers.map(({ id }) => id));
  const endFirst = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  const pause = () => {
    isTaking = false;
  };
  const pass = (passedMs: number) => {
    ms += passedMs;
  };
  return { handedOver, batches, begun, released, idsOf, endFirst, pause, pass };
}

test("handover: triggers wait while a batch of theirs is worked on, and are the next batch", async () => {
  const { handedOver, begun, idsOf, endFirst } = open();
  handedOver.take("a", [held("1")], 10);
  handedOver.take("a", [held("2", 30)], 10);
  handedOver.take("a", [held("3", 20)], 10);
  handedOver.take("b", [held("4")], 10);
  expect(idsOf()).toEqual([["1"], ["4"]]);
  await endFirst();
  expect(idsOf()).toEqual([["1"], ["4"], ["2", "3"]]);
  expect(begun[2]?.now).toEqual(held("2", 30).now);
});

test("handover: one of two batches of an environment is left for its queue", () => {
  const { handedOver, batches, idsOf } = open();
  handedOver.take("a", [held("1")], 10);
  handedOver.take("a", [held("2")], 10);
  expect(batches.haveRoomFor("a")).toBe(true);
  expect(idsOf()).toEqual([["1"]]);
});

test("handover: there is room for 500 triggers and 16 MB of an environment, and none while work is held", () => {
  const { handedOver, pause } = open();
  const hasRoom = (environmentId: string, count: number, bytes: number) =>
    handedOver.hasRoom(environmentId, { count, bytes });
  handedOver.take("a", [held("0")], 10);
  const many = Array.from({ length: 499 }, (_, n) => held(String(n)));
  handedOver.take("a", many, 15_000_000);
  expect(hasRoom("a", 1, 1_000)).toBe(true);
  expect(hasRoom("a", 2, 1_000)).toBe(false);
  expect(hasRoom("a", 1, 1_000_001)).toBe(false);
  expect(hasRoom("b", 500, 16_000_000)).toBe(true);
  pause();
  expect(hasRoom("b", 1, 10)).toBe(false);
});

test("handover: a worker that stops returns those that wait to the queue, and later ones at once", async () => {
  const { handedOver, released } = open();
  handedOver.take("a", [held("1")], 10);
  handedOver.take("a", [held("2")], 10);
  await handedOver.close();
  expect(released).toEqual(["2"]);
  expect(handedOver.hasRoom("a", { count: 1, bytes: 10 })).toBe(false);
  handedOver.take("a", [held("3")], 10);
  expect(released).toEqual(["2", "3"]);
});

test("handover: first runs are prepared only while the worker is idle", async () => {
  const { handedOver, endFirst, pause, pass } = open();
  const prepare = () => handedOver.prepare("a", []);
  expect(prepare()).toBe(PREPARED);
  pass(9);
  expect(prepare()).toBeUndefined();
  pass(10);
  handedOver.take("b", [held("1")], 10);
  expect(prepare()).toBeUndefined();
  await endFirst();
  pass(10);
  expect(prepare()).toBe(PREPARED);
  pass(10);
  pause();
  expect(prepare()).toBeUndefined();
});
