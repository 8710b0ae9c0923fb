import { setTimeout as sleep } from "node:timers/promises";
import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../testing/test-database.ts";
import { createLog } from "../foundation/log.ts";
import { openDatabase, type Queryable } from "./database.ts";
import { createFairTurns, type FairTurns } from "./fair-turns.ts";

const PLACES = 4;
const { url, database } = await useTestDatabase({ poolSize: PLACES });
let turns: FairTurns;

const doze = (on: Queryable, seconds: number) => on.query(sql`select pg_sleep(${seconds}::float8)`);
const backendOf = async (on: Queryable) =>
  (await on.query<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid as number;

test("fair turns: one environment holds at most half of the places; another one is served at once", async () => {
  turns = createFairTurns({ database, places: PLACES });
  const greedy = Array.from({ length: 8 }, () => doze(turns.of("a"), 0.5));
  await sleep(50);
  expect([turns.waitingCount, turns.waitingCountOf("a"), turns.waitingCountOf("b")]).toEqual([6, 6, 0]);
  const start = performance.now();
  await Promise.all([doze(turns.of("b"), 0), doze(turns.of("b"), 0)]);
  expect(performance.now() - start).toBeLessThan(400);
  await Promise.all(greedy);
  expect(turns.waitingCount).toBe(0);
});

test("fair turns: waiting environments take turns, however many statements each of them sent", async () => {
  turns = createFairTurns({ database, places: 2 });
  const held = ["x", "y"].map((environment) => doze(turns.of(environment), 0.3));
  await sleep(50);
  const served: string[] = [];
  const send = (environment: string) =>
    doze(turns.of(environment), 0.02).then(() => void served.push(environment));
  await Promise.all([
    ...Array.from({ length: 10 }, () => send("a")),
    ...Array.from({ length: 3 }, () => send("b")),
    ...held,
  ]);
  expect(served.slice(0, 6).filter((environment) => environment === "b").length).toBe(3);
});

test("fair turns: a statement that waits too long fails as unavailable, with a retry time", async () => {
  turns = createFairTurns({ database, places: 2, giveUpAfterMs: 100 });
  const held = [doze(turns.of("a"), 0.5), doze(turns.of("a"), 0.5)];
  await expect(doze(turns.of("a"), 0)).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 1 });
  await Promise.all(held);
  await doze(turns.of("a"), 0);
});

test("fair turns: a transaction holds one place for all its statements", async () => {
  turns = createFairTurns({ database, places: 2, giveUpAfterMs: 100 });
  const transaction = turns.of("a").transaction(async (tx) => {
    await doze(tx, 0.01);
    await doze(turns.of("a"), 0.01);
    const others = Promise.all([doze(turns.of("b"), 0.2), doze(turns.of("b"), 0.2)]);
    await expect(others).rejects.toMatchObject({ code: "unavailable" });
    return backendOf(tx);
  });
  expect(await transaction).toBeGreaterThan(0);
});

test("fair turns: a broken transaction returns its place at once, and its later statements fail", async () => {
  const alone = openDatabase({ connection: { url: url }, log: createLog("silent"), poolSize: 1 });
  turns = createFairTurns({ database: alone, places: 2, giveUpAfterMs: 1_000 });
  let isOver = false;
  const broken = turns.of("a").transaction(async (tx) => {
    const pid = await backendOf(tx);
    await database.query(sql`select pg_terminate_backend(${pid}::int)`);
    await sleep(1_500);
    isOver = true;
    await backendOf(tx);
  });
  const outcome = expect(broken).rejects.toThrow("terminating connection due to administrator command");
  await sleep(300);
  // The pool has one connection: a new one can only be opened when the broken one is gone.
  expect(await backendOf(turns.of("a"))).toBeGreaterThan(0);
  expect([isOver, turns.waitingCount]).toEqual([false, 0]);
  await outcome;
  expect(isOver).toBe(true);
  await alone.close();
});
