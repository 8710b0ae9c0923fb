import { expect, test } from "vitest";
import { allStats, cpuMsOf, memoryMb, readStat, treeOf } from "./process-trees.ts";

test("a process's time includes that of its ended children; its name may contain brackets", () => {
  const text = "42 (a (b) c) S 7 42 42 0 -1 4194304 1 2 3 4 100 20 3 4 20 0 11 0 999";
  expect(readStat(text)).toEqual({ pid: 42, parent: 7, cpuMs: 1_270 });
});

test("a tree has all descendants, without those that are measured as a tree of their own", () => {
  const stat = (pid: number, parent: number) => ({ pid, parent, cpuMs: 1 });
  const stats = [stat(5, 4), stat(4, 3), stat(3, 1), stat(6, 3), stat(9, 1)];
  const pidsOf = (roots: number[], others: number[]) => treeOf(stats, roots, others).map(({ pid }) => pid);
  expect(pidsOf([3], []).sort()).toEqual([3, 4, 5, 6]);
  expect(pidsOf([3], [4]).sort()).toEqual([3, 6]);
});

test.runIf(process.platform === "linux")("this process has used time and memory", () => {
  const own = treeOf(allStats(), [process.pid], []);
  expect(cpuMsOf(own)).toBeGreaterThan(0);
  expect(memoryMb([process.pid])).toBeGreaterThan(10);
});
