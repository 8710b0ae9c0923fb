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

test("runs of one trigger share what it brought: it counts once", () => {
  const jobs = ["a", "b", "c", "d"].map(job);
  const sizes = ["a", "b", "c", "d"].map((id) => size(id, "one", 7_000_000));
  expect(idsOf(portionsOf(jobs, sizes))).toEqual(["abcd"]);
});

test("what is too large together goes in several portions, and a larger run alone", () => {
  const jobs = ["a", "b", "c", "d"].map(job);
  const sizes = [
    size("a", "t1", 4_000_000),
    size("b", "t2", 3_900_000),
    size("c", "t3", 4_000_000),
    size("d", "t4", 100, 90_000_000),
  ];
  expect(idsOf(portionsOf(jobs, sizes))).toEqual(["ab", "c", "d"]);
});

test("a job whose notification is gone is in no portion", () => {
  expect(portionsOf([job("a")], [])).toEqual([]);
});
