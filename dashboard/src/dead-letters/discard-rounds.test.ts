import { expect, test } from "vitest";
import { type Discarded, type DiscardRounds, discardInRounds } from "./discard-rounds.ts";

const answer = (discarded: number) => ({ discarded, skipped: 0, ids: [] });

/** Discards with these answers of the service; returns the rounds and the last progress. */
async function discarded(
  answers: number[],
  { total, stopAfter = 99 }: { total?: number; stopAfter?: number } = {},
) {
  const rounds: unknown[] = [];
  let last: Discarded | undefined;
  const input: DiscardRounds = {
    plan: answer(answers[0] ?? 0),
    rest: total === undefined ? undefined : { filter: { channel: "email" }, total },
    discard: async (round) => {
      rounds.push(round);
      return answer(answers[rounds.length - 1] ?? 1_000);
    },
    onProgress: (progress) => {
      last = progress;
    },
    mayGoOn: () => rounds.length < stopAfter,
  };
  await discardInRounds(input);
  return { rounds, last };
}

test("one round discards exactly the ids of the plan", async () => {
  const { rounds, last } = await discarded([4], { total: 5 });
  expect(rounds).toEqual([{ ids: [] }]);
  expect(last).toEqual({ done: 4, total: 4, isOver: true });
});

test("after a full round, the rest follows by the filter until as many are discarded as were counted", async () => {
  const { rounds, last } = await discarded([1_000, 1_000, 300], { total: 2_300 });
  expect(rounds).toEqual([{ ids: [] }, { filter: { channel: "email" } }, { filter: { channel: "email" } }]);
  expect(last).toEqual({ done: 2_300, total: 2_300, isOver: true });
});

test("it ends although more is given up meanwhile, when nothing is left, when stopped, and for chosen ids", async () => {
  expect((await discarded([1_000], { total: 2_500 })).rounds).toHaveLength(3);
  const nothingLeft = await discarded([1_000, 0], { total: 2_500 });
  expect(nothingLeft.last).toEqual({ done: 1_000, total: 2_500, isOver: true });
  expect((await discarded([1_000], { total: 9_000, stopAfter: 2 })).rounds).toHaveLength(2);
  expect((await discarded([1_000])).rounds).toHaveLength(1);
});
