import { expect, test } from "vitest";
import { createStoppedTime } from "../../../testing/movable-time.ts";
import type { Databases } from "../../database/databases.ts";
import { createReadiness, type ReadinessParts } from "./readiness.ts";

function open(answer: () => Promise<unknown[]>) {
  const time = createStoppedTime();
  const outage: { diskFullAtMs: number | undefined } = { diskFullAtMs: undefined };
  const memory = { isFull: false };
  const parts = { health: { query: answer } as unknown as Databases["health"], outage, memory };
  return { time, outage, memory, trouble: createReadiness(parts as ReadinessParts, undefined, time) };
}

test("a full disk: not ready for 30 s after the last refused write, with the reason", async () => {
  const { time, outage, trouble } = open(async () => []);
  expect(await trouble()).toBeUndefined();
  outage.diskFullAtMs = 0;
  await time.advance(29_999);
  expect(await trouble()).toMatch(/disk of the database is full.* a restart does not help$/);
  await time.advance(1);
  expect(await trouble()).toBeUndefined();
});

test("full memory: not ready while all writes are refused, with the reason", async () => {
  const { memory, trouble } = open(async () => []);
  memory.isFull = true;
  expect(await trouble()).toMatch(/^The memory of this process is full, it refuses all writes; /);
  memory.isFull = false;
  expect(await trouble()).toBeUndefined();
});

test("a database that does not answer is the first reason", async () => {
  const { outage, trouble } = open(() => Promise.reject(new Error("gone")));
  outage.diskFullAtMs = 0;
  expect(await trouble()).toBe("The database does not answer");
});
