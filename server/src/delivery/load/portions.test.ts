import { expect, test } from "vitest";
import type { ClaimedJob } from "../queue/claim-store.ts";
import { portionsOf } from "./portions.ts";
import type { RunSize } from "./run-store.ts";

const job = (notificationId: string) => ({ notificationId }) as ClaimedJob;
const size = (notificationId: string, triggerId: string, triggerBytes: number, ownBytes = 10): RunSize => {
  return { notificationId, triggerId, triggerBytes, ownBytes };
};
const idsOf = (portions: ClaimedJob[][]) =>
  portions.map((portion) => portion.map(({ notificationId }) => notificationId).join(""));

test("portions: the data of a trigger counts once for all its runs", () => {
  const jobs = ["a", "b", "c", "d"].map(job);
  const sizes = ["a", "b", "c", "d"].map((id) => size(id, "one", 7_000_000));
  expect(idsOf(portionsOf(jobs, sizes))).toEqual(["abcd"]);
});

test("portions: runs that are too large together are split; a larger run is alone", () => {
  const jobs = ["a", "b", "c", "d"].map(job);
  const sizes = [
    size("a", "t1", 4_000_000),
    size("b", "t2", 3_900_000),
    size("c", "t3", 4_000_000),
    size("d", "t4", 100, 90_000_000),
  ];
  expect(idsOf(portionsOf(jobs, sizes))).toEqual(["ab", "c", "d"]);
});

test("portions: a job without a notification is left out", () => {
  expect(portionsOf([job("a")], [])).toEqual([]);
});
