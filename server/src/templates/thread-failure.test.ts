import { describe, expect, it } from "vitest";
import { MachineFailure } from "../sandbox/machine-failure.ts";
import type { ThreadFailure } from "../sandbox/thread-failure.ts";
import type { RenderJob, Settled } from "./render-request.ts";
import { requeueAfterFailure } from "./thread-failure.ts";

const MEMORY: ThreadFailure = { kind: "memory", memoryMb: 64 };
const SLOW: ThreadFailure = { kind: "too_slow", usedMs: 551, budgetMs: 500 };

function jobs(count: number): { list: RenderJob[]; settled: Map<RenderJob, Settled> } {
  const settled = new Map<RenderJob, Settled>();
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
  it("the task that used up its budget fails and the others are rendered", () => {
    const { list, settled } = jobs(3);
    const [first, bad, last] = list as [RenderJob, RenderJob, RenderJob];
    expect(requeueAfterFailure([first, bad, last], { job: bad, textIndex: 0 }, SLOW)).toEqual([first, last]);
    expect([...settled.keys()]).toEqual([bad]);
    const reason = "used 551 ms of processor time; the limit is 500 ms";
    expect(settled.get(bad)).toEqual({ textIndex: 0, reason, isTooSlow: true });
  });

  it("a failure of the machine is the outcome of all tasks, and no reason of a text", () => {
    const { list, settled } = jobs(2);
    const failure = new MachineFailure("ended", "the thread ended without a reason");
    const [current] = list as [RenderJob, RenderJob];
    const after = requeueAfterFailure(list, { job: current, textIndex: 0 }, { kind: "machine", failure });
    expect(after).toEqual([]);
    expect([...settled.values()]).toEqual([failure, failure]);
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
