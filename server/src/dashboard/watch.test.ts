import { expect, test } from "vitest";
import { createStoppedTime } from "../../testing/movable-time.ts";
import type { Queryable, Statement } from "../database/database.ts";
import { createLog } from "../foundation/log.ts";
import { createWatch } from "./watch.ts";

/** A database in which everything of a kind has the same state. */
function open() {
  const time = createStoppedTime();
  const state = { notifications: "1", lists: "1" };
  const statements: string[][] = [];
  const query = async ({ values }: Statement) => {
    const watched = JSON.parse(String(values[0])) as { of: string }[];
    statements.push(watched.map(({ of }) => of));
    return watched.map(({ of, ...one }) => ({
      ...one,
      of,
      state: of.startsWith("notification:") ? state.notifications : state.lists,
    }));
  };
  const database = { query } as unknown as Queryable;
  return {
    time,
    state,
    statements,
    watch: createWatch({ databaseOf: () => database, log: createLog("silent"), time }),
  };
}

test("watch: a change of a notification is hinted at the next look, of a list at the fourth", async () => {
  const { time, state, watch } = open();
  const hints: string[] = [];
  for (const of of ["notification:1", "notifications"]) {
    await watch.add("e", [of], (one) => hints.push(`${one.of} at ${time.monotonicMs()}`));
  }
  Object.assign(state, { notifications: "2", lists: "2" });
  await time.advance(499);
  expect(hints).toEqual([]);
  await time.advance(1_501);
  expect(hints).toEqual(["notification:1 at 500", "notifications at 2000"]);
  state.notifications = "3";
  await time.advance(500);
  expect(hints.slice(2)).toEqual(["notification:1 at 2500"]);
  await watch.close();
});

test("watch: what no page shows is not looked at", async () => {
  const { time, state, watch } = open();
  const hints: string[] = [];
  const remove = await watch.add("e", ["notifications"], ({ of }) => hints.push(of));
  remove();
  state.lists = "2";
  await time.advance(10_000);
  expect(hints).toEqual([]);
  await watch.close();
});

test("watch: all that a page shows costs one statement when it begins, and one at each look", async () => {
  const { time, state, statements, watch } = open();
  const shown = ["notifications", ...Array.from({ length: 49 }, (_, at) => `notification:${at}`)];
  const hints: string[] = [];
  const remove = await watch.add("e", [...shown, "notifications"], ({ of }) => hints.push(of));
  expect(statements).toEqual([shown]);
  state.notifications = "2";
  await time.advance(500);
  expect([statements.length, hints.length]).toEqual([2, 49]);
  remove();
  await watch.close();
});
