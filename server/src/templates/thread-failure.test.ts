import { describe, expect, it } from "vitest";
import type { TextOutcome } from "./batch.ts";
import type { RenderJob } from "./render-request.ts";
import { requeueAfterFailure, type ThreadFailure } from "./thread-failure.ts";

const MEMORY: ThreadFailure = { kind: "memory", memoryMb: 64 };
const HUNG: ThreadFailure = { kind: "hung", taskTimeoutMs: 500 };

function jobs(count: number): { list: RenderJob[]; settled: Map<RenderJob, TextOutcome> } {
  const settled = new Map<RenderJob, TextOutcome>();
  const list = Array.from({ length: count }, (): RenderJob => {
    const job: RenderJob = {
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

describe("after the failure of a thread", () => {
  it("the task that hung fails and the others are rendered", () => {
    const { list, settled } = jobs(3);
    const [first, bad, last] = list as [RenderJob, RenderJob, RenderJob];
    expect(requeueAfterFailure([first, bad, last], { job: bad, textIndex: 0 }, HUNG)).toEqual([first, last]);
    expect([...settled.keys()]).toEqual([bad]);
  });

  it("a task during which the thread ran out of memory is retried once, alone and first", () => {
    const { list, settled } = jobs(2);
    const [good, suspect] = list as [RenderJob, RenderJob];
    expect(requeueAfterFailure(list, { job: suspect, textIndex: 0 }, MEMORY)).toEqual([suspect, good]);
    expect(requeueAfterFailure([suspect], { job: suspect, textIndex: 0 }, MEMORY)).toEqual([]);
    expect(settled.has(good)).toBe(false);
    expect(settled.get(suspect)).toEqual({ textIndex: 0, reason: "needs more than 64 MB of memory" });
  });

  it("a batch that could not be read is halved until one task is left, which fails", () => {
    const { list, settled } = jobs(3);
    expect(requeueAfterFailure(list, undefined, MEMORY)).toEqual(list);
    expect(list.map(({ maxTogether }) => maxTogether)).toEqual([2, 2, 2]);
    expect(requeueAfterFailure(list.slice(2), undefined, MEMORY)).toEqual([]);
    expect(settled.get(list[2] as RenderJob)).toEqual({ reason: "needs more than 64 MB of memory" });
  });
});
