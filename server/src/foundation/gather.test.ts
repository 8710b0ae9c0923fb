import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { gather } from "./gather.ts";

/** Groups that the test completes by hand: `finish` completes the oldest running one. */
function openWorkshop(gathering: { maxTogether: number; maxUnderWay: number; maxBytes?: number }) {
  const groups: number[][] = [];
  const ends: (() => void)[] = [];
  const add = gather<number>({ maxBytes: 1_000, ...gathering }, (group) => {
    groups.push([...group]);
    return new Promise((resolve) => ends.push(resolve));
  });
  const finish = async () => {
    ends.shift()?.();
    await turn();
  };
  return { groups, add, finish };
}

test("gather: items of one event loop turn form one group, up to the maximum", async () => {
  const { groups, add, finish } = openWorkshop({ maxTogether: 3, maxUnderWay: 1 });
  for (const one of [1, 2, 3, 4]) add(one);
  await turn();
  expect(groups).toEqual([[1, 2, 3]]);
  await finish();
  expect(groups).toEqual([[1, 2, 3], [4]]);
});

test("gather: items that wait for running work form one group when some of it ends", async () => {
  const { groups, add, finish } = openWorkshop({ maxTogether: 10, maxUnderWay: 2 });
  for (const one of [1, 2, 3, 4]) {
    add(one);
    await turn();
  }
  expect(groups).toEqual([[1], [2]]);
  await finish();
  expect(groups).toEqual([[1], [2], [3, 4]]);
});

test("gather: after an idle time the next item is processed at once", async () => {
  const { groups, add, finish } = openWorkshop({ maxTogether: 10, maxUnderWay: 1 });
  add(1);
  await turn();
  await finish();
  add(2);
  await turn();
  expect(groups).toEqual([[1], [2]]);
});
