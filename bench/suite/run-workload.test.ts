import { expect, test } from "vitest";
import type { Points } from "./result.ts";
import { runCourse, runSurvey, runWorkload } from "./run-workload.ts";
import { resultLines } from "./table.ts";

const QUICK = { isQuick: true, withPeers: false };

test("a workload warms all contenders up, runs their rounds in turn, and closes the last one first", async () => {
  const calls: string[] = [];
  const contender = (name: string) => ({
    name,
    roots: () => [],
    warmUp: async () => {
      calls.push(`warm ${name}`);
      return { operations: 1 };
    },
    round: async () => {
      calls.push(`round ${name}`);
      return { operations: 2, durationMs: 1_000, latenciesMs: [3, 5] };
    },
    close: async () => void calls.push(`close ${name}`),
  });
  const workload = {
    name: "x",
    title: "X",
    text: "",
    unit: "trigger",
    rounds: 3,
    open: async (_: unknown, leaveOut: (reason: string) => void) => {
      leaveOut("peer: it is missing");
      return [contender("ours"), contender("limit")];
    },
  };
  const { contenders, leftOut } = await runWorkload(workload, QUICK, () => {});
  expect(calls.join()).toBe("warm ours,warm limit,round ours,round limit,close limit,close ours");
  expect(leftOut).toEqual(["peer: it is missing"]);
  expect(contenders[0]?.rounds[0]?.figures).toMatchObject({
    "triggers (/s)": 2,
    "p50 (ms)": 5,
    "p99 (ms)": 5,
  });
});

test("a survey's rounds have its rates and its own figures, and say that foreign load was not watched", async () => {
  const survey = {
    name: "x",
    title: "X",
    text: "What X does.",
    unit: "trigger",
    survey: async () => [
      { name: "ours", rounds: [{ operations: 2, durationMs: 1_000, figures: { "idle memory (MB)": 100 } }] },
      { name: "target", rounds: [{ operations: 2, figures: { "idle memory (MB)": 120 } }] },
    ],
  };
  const result = await runSurvey(survey, QUICK, () => {});
  expect(result.contenders[0]?.rounds[0]?.figures).toEqual({ "triggers (/s)": 2, "idle memory (MB)": 100 });
  const lines = resultLines(result);
  expect(lines.at(-1)).toBe("Foreign load was not watched.");
  expect(lines.find((line) => line.includes("idle memory"))).toMatch(/100 +\| 120 ×1\.2 \|/);
});

test("a workload closes its contenders when a round fails", async () => {
  let isOpen = true;
  const failing = {
    name: "ours",
    roots: () => [],
    warmUp: async () => ({ operations: 1 }),
    round: () => Promise.reject(new Error("statuses [[500,1]]")),
    close: async () => {
      isOpen = false;
    },
  };
  const workload = {
    name: "x",
    title: "X",
    text: "",
    unit: "trigger",
    rounds: 1,
    open: async () => [failing],
  };
  await expect(runWorkload(workload, QUICK, () => {})).rejects.toThrow("statuses [[500,1]]");
  expect(isOpen).toBe(false);
});

test("a peer that fails its warm-up is left out with the reason, and closed", async () => {
  const closed: string[] = [];
  const contender = (name: string, operations: Promise<{ operations: number }>) => ({
    name,
    isPeer: name === "peer",
    roots: () => [],
    warmUp: () => operations,
    round: async () => ({ operations: 1 }),
    close: async () => void closed.push(name),
  });
  const failure = Promise.reject(new Error("statuses [[500,1]]"));
  const workload = {
    name: "x",
    title: "X",
    text: "",
    unit: "trigger",
    rounds: 1,
    open: async () => [contender("ours", Promise.resolve({ operations: 1 })), contender("peer", failure)],
  };
  const { contenders, leftOut } = await runWorkload(workload, QUICK, () => {});
  expect(contenders.map(({ name }) => name)).toEqual(["ours"]);
  expect(leftOut).toEqual(["peer: its warm-up failed: statuses [[500,1]]"]);
  expect(closed).toEqual(["peer", "ours"]);
});

test("a course measures each point once, and passes on the result after each", async () => {
  const course = {
    name: "x",
    title: "X",
    text: "",
    unit: "trigger",
    xName: "minute",
    conclude: (points: readonly unknown[]) => [`${points.length} points`],
    run: async (_: unknown, point: Parameters<Parameters<typeof runCourse>[0]["run"]>[1]) => {
      await point(1, [], async () => ({ operations: 1, durationMs: 500 }));
      await point(2, [], async () => ({ operations: 1 }));
    },
  };
  const passedOn: string[] = [];
  const onPoint = ({ conclusions }: Points) => void passedOn.push(...conclusions);
  const { points } = await runCourse(course, QUICK, { say: () => {}, onPoint });
  expect(passedOn).toEqual(["1 points", "2 points"]);
  expect(points.map(({ x, measured }) => [x, measured.figures["triggers (/s)"]])).toEqual([
    [1, 2],
    [2, undefined],
  ]);
});
