import { expect, test } from "vitest";
import { type Plan, type Progress, type Rounds, sendRounds } from "./send-rounds.ts";

const answer = (replayed: number, replayId: string | null = null): Plan => ({
  replayId,
  replayed,
  skipped: { reached: 0, gone: 0 },
  ids: [],
});

/** Sends with these answers of the service; returns the rounds and the last progress. */
async function sent(
  answers: number[],
  { total, stopAfter = 99 }: { total?: number; stopAfter?: number } = {},
) {
  const rounds: unknown[] = [];
  let last: Progress | undefined;
  const input: Rounds = {
    plan: answer(answers[0] ?? 0),
    rest: total === undefined ? undefined : { filter: { channel: "email" }, total },
    replay: async (round) => {
      rounds.push(round);
      return answer(answers[rounds.length - 1] ?? 1_000, `r${rounds.length}`);
    },
    onProgress: (progress) => {
      last = progress;
    },
    mayGoOn: () => rounds.length < stopAfter,
  };
  await sendRounds(input);
  return { rounds, last };
}

test("one round sends exactly the ids of the plan", async () => {
  const { rounds, last } = await sent([4], { total: 5 });
  expect(rounds).toEqual([{ ids: [] }]);
  expect(last).toEqual({ sent: 4, total: 4, replayIds: ["r1"], isDone: true });
});

test("after a full round, the rest follows by the filter until as many are sent as were counted", async () => {
  const { rounds, last } = await sent([1_000, 1_000, 300], { total: 2_300 });
  expect(rounds).toEqual([{ ids: [] }, { filter: { channel: "email" } }, { filter: { channel: "email" } }]);
  expect(last).toEqual({ sent: 2_300, total: 2_300, replayIds: ["r1", "r2", "r3"], isDone: true });
});

test("it ends although what fails again matches anew, when nothing is left, when stopped, and for chosen ids", async () => {
  expect((await sent([1_000], { total: 2_500 })).rounds).toHaveLength(3);
  expect((await sent([1_000, 0], { total: 2_500 })).rounds).toHaveLength(2);
  expect((await sent([1_000], { total: 9_000, stopAfter: 2 })).rounds).toHaveLength(2);
  expect((await sent([1_000])).rounds).toHaveLength(1);
});
