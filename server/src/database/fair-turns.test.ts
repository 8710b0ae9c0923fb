import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../testing/test-database.ts";
import { systemTime } from "../foundation/clock.ts";
import { createLog } from "../foundation/log.ts";
import { SHARE, type Share } from "../foundation/share.ts";
import { openDatabase, type Queryable } from "./database.ts";
import { createFairTurns, type FairTurns } from "./fair-turns.ts";

const PLACES = 4;
const { url, database } = await useTestDatabase({ poolSize: PLACES });
let turns: FairTurns;
const [A, B, X] = ["a", "b", "x"].map((id) => SHARE.environment(id)) as [Share, Share, Share];
const stranger = (n: number) => SHARE.stranger(`192.0.2.${n}`);
const waiting = (...shares: Share[]) => shares.map((share) => turns.waitingOf(share));

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

/** Holds one place of the share by an open transaction, until `leave` is called. Resolves when it is held. */
async function hold(share: Share): Promise<{ leave: () => Promise<void> }> {
  const [held, mayEnd] = [signal(), signal()];
  const transaction = turns.of(share).transaction(async (tx) => {
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
  const held = await Promise.all([hold(A), hold(A)]);
  const served: string[] = [];
  const greedy = [1, 2].map(() => ask(turns.of(A)).then(() => served.push("a")));
  expect(waiting(A, B)).toEqual([2, 0]);
  await Promise.all([1, 2].map(() => ask(turns.of(B)).then(() => served.push("b"))));
  expect(served).toEqual(["b", "b"]);
  for (const { leave } of held) await leave();
  await Promise.all(greedy);
  expect([served, waiting(A, B)]).toEqual([
    ["b", "b", "a", "a"],
    [0, 0],
  ]);
});

test("fair turns: waiting environments take turns, however many statements each of them sent", async () => {
  // With one place, the statements run one after the other.
  turns = createFairTurns({ database, time: systemTime, places: 1 });
  const held = await hold(X);
  const served: string[] = [];
  const send = (id: string) => ask(turns.of(SHARE.environment(id))).then(() => void served.push(id));
  const sent = [
    ...Array.from({ length: 10 }, () => send("a")),
    ...Array.from({ length: 3 }, () => send("b")),
  ];
  await Promise.all([held.leave(), ...sent]);
  expect(served.slice(0, 7)).toEqual(["a", "b", "a", "b", "a", "b", "a"]);
});

test("fair turns: kinds take turns, so many strangers who wait have one turn of two", async () => {
  turns = createFairTurns({ database, time: systemTime, places: 1 });
  const held = await hold(X);
  const served: string[] = [];
  const send = (share: Share, name: string) => ask(turns.of(share)).then(() => void served.push(name));
  const sent = [
    ...Array.from({ length: 20 }, (_, n) => send(stranger(n), "stranger")),
    ...Array.from({ length: 3 }, () => send(A, "environment")),
    send(SHARE.known("a"), "known"),
  ];
  await Promise.all([held.leave(), ...sent]);
  expect(served.slice(0, 6).toSorted()).toEqual([
    "environment",
    "environment",
    "environment",
    "known",
    "stranger",
    "stranger",
  ]);
});

test("fair turns: strangers together hold at most half of the places; who is known is served at once", async () => {
  turns = createFairTurns({ database, time: systemTime, places: PLACES });
  const held = await Promise.all([hold(stranger(1)), hold(stranger(2))]);
  let isServed = false;
  const third = ask(turns.of(stranger(3))).then(() => {
    isServed = true;
  });
  await Promise.all([ask(turns.of(SHARE.known("a"))), ask(turns.of(A)), ask(turns.of(B))]);
  expect([isServed, waiting(stranger(3), stranger(1), A)]).toEqual([false, [1, 0, 0]]);
  for (const { leave } of held) await leave();
  await third;
});

test("fair turns: a statement that waits too long fails as unavailable, with a retry time", async () => {
  turns = createFairTurns({ database, time: systemTime, places: 2, giveUpAfterMs: 100 });
  const held = await Promise.all([hold(A), hold(A)]);
  await expect(ask(turns.of(A))).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 1 });
  for (const { leave } of held) await leave();
  await ask(turns.of(A));
});

test("fair turns: a transaction holds one place for all its statements", async () => {
  turns = createFairTurns({ database, time: systemTime, places: 2, giveUpAfterMs: 100 });
  const transaction = turns.of(A).transaction(async (tx) => {
    await ask(tx);
    const other = await hold(B);
    expect(waiting(A, B)).toEqual([0, 0]);
    await expect(ask(turns.of(B))).rejects.toMatchObject({ code: "unavailable" });
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
  const broken = turns.of(A).transaction(
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
  expect(await backendOf(turns.of(A))).toBeGreaterThan(0);
  expect([isOver, waiting(A)]).toEqual([false, [0]]);
  mayEnd.give();
  await outcome;
  expect(isOver).toBe(true);
  await alone.close();
});
