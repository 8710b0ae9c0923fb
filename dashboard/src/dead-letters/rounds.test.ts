import { expect, test } from "vitest";
import { inRounds, type Progress } from "./rounds.ts";

/** Changes with these counts, then 1,000 each; returns the rounds and the last progress. */
async function changed(
  counts: number[],
  { total, stopAfter = 99 }: { total?: number; stopAfter?: number } = {},
) {
  const rounds: unknown[] = [];
  let last: Progress | undefined;
  await inRounds({
    first: { ids: ["one"], count: counts[0] ?? 0 },
    rest: total === undefined ? undefined : { filter: { channel: "email" }, total },
    change: async (round) => {
      rounds.push(round);
      return { count: counts[rounds.length - 1] ?? 1_000, replayId: `r${rounds.length}` };
    },
    onProgress: (progress) => {
      last = progress;
    },
    mayGoOn: () => rounds.length < stopAfter,
  });
  return { rounds, last };
}

const FIRST = { ids: ["one"] };
const FURTHER = { filter: { channel: "email" } };

test("one round changes exactly the ids of the plan", async () => {
  const { rounds, last } = await changed([4]);
  expect(rounds).toEqual([FIRST]);
  expect(last).toEqual({ done: 4, total: 4, replayIds: ["r1"], isOver: true });
});

test("the rest follows by the filter until as many are changed as were counted", async () => {
  const { rounds, last } = await changed([1_000, 1_000, 300], { total: 2_300 });
  expect(rounds).toEqual([FIRST, FURTHER, FURTHER]);
  expect(last).toEqual({ done: 2_300, total: 2_300, replayIds: ["r1", "r2", "r3"], isOver: true });
});

test("it ends although more is given up meanwhile, when nothing is left, and when stopped", async () => {
  expect((await changed([1_000], { total: 2_500 })).rounds).toHaveLength(3);
  const nothingLeft = await changed([1_000, 0], { total: 2_500 });
  expect(nothingLeft.last).toMatchObject({ done: 1_000, total: 2_500, isOver: true });
  expect((await changed([1_000], { total: 9_000, stopAfter: 2 })).rounds).toHaveLength(2);
});
