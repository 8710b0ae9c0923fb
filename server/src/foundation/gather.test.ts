import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { gather } from "./gather.ts";

/** Works off groups by hand: `finish` ends the oldest that is under way. */
function openWorkshop(gathering: { mostTogether: number; mostUnderWay: number; mostBytes?: number }) {
  const groups: number[][] = [];
  const ends: (() => void)[] = [];
  const add = gather<number>({ mostBytes: 1_000, ...gathering }, (group) => {
    groups.push([...group]);
    return new Promise((resolve) => ends.push(resolve));
  });
  const finish = async () => {
    ends.shift()?.();
    await sleep(0);
  };
  return { groups, add, finish };
}

test("what arrives in one turn of the loop is done together, and no more than allowed", async () => {
  const { groups, add, finish } = openWorkshop({ mostTogether: 3, mostUnderWay: 1 });
  for (const one of [1, 2, 3, 4]) add(one);
  await sleep(5);
  expect(groups).toEqual([[1, 2, 3]]);
  await finish();
  expect(groups).toEqual([[1, 2, 3], [4]]);
});

test("what arrives while enough is under way waits, and goes together when one of them ends", async () => {
  const { groups, add, finish } = openWorkshop({ mostTogether: 10, mostUnderWay: 2 });
  for (const one of [1, 2, 3, 4]) {
    add(one);
    await sleep(2);
  }
  expect(groups).toEqual([[1], [2]]);
  await finish();
  expect(groups).toEqual([[1], [2], [3, 4]]);
});

test("after a rest, the next goes at once", async () => {
  const { groups, add, finish } = openWorkshop({ mostTogether: 10, mostUnderWay: 1 });
  add(1);
  await sleep(5);
  await finish();
  add(2);
  await sleep(5);
  expect(groups).toEqual([[1], [2]]);
});
