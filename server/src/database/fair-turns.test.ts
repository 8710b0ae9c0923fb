import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../testing/test-database.ts";
import { systemTime } from "../foundation/clock.ts";
import { createLog } from "../foundation/log.ts";
import { openDatabase, type Queryable } from "./database.ts";
import { createFairTurns, type FairTurns } from "./fair-turns.ts";

const PLACES = 4;
const { url, database } = await useTestDatabase({ poolSize: PLACES });
let turns: FairTurns;

const ask = (on: Queryable) => on.query(sql`select 1`);
const backendOf = async (on: Queryable) =>
  (await on.query<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid as number;

/** What one part of a test waits for and another one gives. */
function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

/** Holds one place of the environment by an open transaction, until `leave` is called. Resolves when it is held. */
async function hold(environmentId: string): Promise<{ leave: () => Promise<void> }> {
  const [held, mayEnd] = [signal(), signal()];
  const transaction = turns.of(environmentId).transaction(async (tx) => {
    await ask(tx);
    held.give();
    await mayEnd.given;
  });
  await held.given;
  return {
    leave: () => {
      mayEnd.give();
      return transaction;
    },
  };
}

test("fair turns: one environment holds at most half of the places; another one is served at once", async () => {
  turns = createFairTurns({ database, time: systemTime, places: PLACES });
  const held = await Promise.all([hold("a"), hold("a")]);
  const served: string[] = [];
  const greedy = [1, 2].map(() => ask(turns.of("a")).then(() => served.push("a")));
  expect([turns.waitingCount, turns.waitingCountOf("a"), turns.waitingCountOf("b")]).toEqual([2, 2, 0]);
  await Promise.all([1, 2].map(() => ask(turns.of("b")).then(() => served.push("b"))));
  expect(served).toEqual(["b", "b"]);
  for (const { leave } of held) await leave();
  await Promise.all(greedy);
  expect([served, turns.waitingCount]).toEqual([["b", "b", "a", "a"], 0]);
});

test("fair turns: waiting environments take turns, however many statements each of them sent", async () => {
  // With one place, the statements run one after the other.
  turns = createFairTurns({ database, time: systemTime, places: 1 });
  const held = await hold("x");
  const served: string[] = [];
  const send = (environment: string) => ask(turns.of(environment)).then(() => void served.push(environment));
  const sent = [
    ...Array.from({ length: 10 }, () => send("a")),
    ...Array.from({ length: 3 }, () => send("b")),
  ];
  await Promise.all([held.leave(), ...sent]);
  expect(served.slice(0, 7)).toEqual(["a", "b", "a", "b", "a", "b", "a"]);
});

test("fair turns: a statement that waits too long fails as unavailable, with a retry time", async () => {
  turns = createFairTurns({ database, time: systemTime, places: 2, giveUpAfterMs: 100 });
  const held = await Promise.all([hold("a"), hold("a")]);
  await expect(ask(turns.of("a"))).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 1 });
  for (const { leave } of held) await leave();
  await ask(turns.of("a"));
});

test("fair turns: a transaction holds one place for all its statements", async () => {
  turns = createFairTurns({ database, time: systemTime, places: 2, giveUpAfterMs: 100 });
  const transaction = turns.of("a").transaction(async (tx) => {
    await ask(tx);
    const other = await hold("b");
    expect(turns.waitingCount).toBe(0);
    await expect(ask(turns.of("b"))).rejects.toMatchObject({ code: "unavailable" });
    await other.leave();
    return backendOf(tx);
  });
  expect(await transaction).toBeGreaterThan(0);
});

test("fair turns: a broken transaction returns its place at once, and its later statements fail", async () => {
  const alone = openDatabase({ connection: { url: url }, log: createLog("silent"), poolSize: 1 });
  turns = createFairTurns({ database: alone, time: systemTime, places: 2 });
  const [isBroken, mayEnd] = [signal(), signal()];
  let isOver = false;
  const broken = turns.of("a").transaction(
    async (tx) => {
      const pid = await backendOf(tx);
      await database.query(sql`select pg_terminate_backend(${pid}::int)`);
      await mayEnd.given;
      isOver = true;
      await backendOf(tx);
    },
    () => isBroken.give(),
  );
  const outcome = expect(broken).rejects.toThrow("terminating connection due to administrator command");
  await isBroken.given;
  // The pool has one connection: a new one can only be opened when the broken one is gone.
  expect(await backendOf(turns.of("a"))).toBeGreaterThan(0);
  expect([isOver, turns.waitingCount]).toEqual([false, 0]);
  mayEnd.give();
  await outcome;
  expect(isOver).toBe(true);
  await alone.close();
});
