import { describe, expect, it } from "vitest";
import type { Outcome } from "./batch.ts";
import { type Death, recover } from "./recovery.ts";
import type { Job } from "./render-request.ts";

const MEMORY: Death = { kind: "memory", memoryMb: 64 };
const HUNG: Death = { kind: "hung", taskTimeoutMs: 500 };

function jobs(count: number): { list: Job[]; settled: Map<Job, Outcome> } {
  const settled = new Map<Job, Outcome>();
  const list = Array.from({ length: count }, (): Job => {
    const job: Job = {
      texts: ["{{ a }}"],
      scope: {},
      escape: "none",
      isSanitized: false,
      isSuspect: false,
      maxTogether: Number.POSITIVE_INFINITY,
      settle: (outcome) => settled.set(job, outcome),
    };
    return job;
  });
  return { list, settled };
}

describe("after the death of a thread", () => {
  it("the task that hung it fails and the others go on", () => {
    const { list, settled } = jobs(3);
    const [first, bad, last] = list as [Job, Job, Job];
    expect(recover([first, bad, last], { job: bad, leaf: 0 }, HUNG)).toEqual([first, last]);
    expect([...settled.keys()]).toEqual([bad]);
  });

  it("a task the thread died of memory in gets a second chance, alone and first", () => {
    const { list, settled } = jobs(2);
    const [good, suspect] = list as [Job, Job];
    expect(recover(list, { job: suspect, leaf: 0 }, MEMORY)).toEqual([suspect, good]);
    expect(recover([suspect], { job: suspect, leaf: 0 }, MEMORY)).toEqual([]);
    expect(settled.has(good)).toBe(false);
    expect(settled.get(suspect)).toEqual({ leaf: 0, reason: "needs more than 64 MB of memory" });
  });

  it("a batch that could not be read goes in halves until one task is left, which fails", () => {
    const { list, settled } = jobs(3);
    expect(recover(list, undefined, MEMORY)).toEqual(list);
    expect(list.map(({ maxTogether }) => maxTogether)).toEqual([2, 2, 2]);
    expect(recover(list.slice(2), undefined, MEMORY)).toEqual([]);
    expect(settled.get(list[2] as Job)).toEqual({ reason: "needs more than 64 MB of memory" });
  });
});
