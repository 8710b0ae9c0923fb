import { inLanes } from "./lanes.ts";
import { seconds } from "./report.ts";
import { runScenario } from "./run-scenario.ts";
import type { RunSettings } from "./scenario.ts";
import type { SeededBugCase } from "./scenarios/seeded-bug.ts";
import { SEEDED_BUGS } from "./scenarios/seeded-bugs.ts";

export type Proof = {
  bug: string;
  title: string;
  isFound: boolean;
  by: string[];
  first: string;
  tookMs: number;
};

/** Seeds known bugs into the product, two installations at a time, to prove that the harness finds them. */
export function runSelfCheck(only: readonly string[], settings: RunSettings): Promise<Proof[]> {
  const chosen = SEEDED_BUGS.filter(({ bug }) => only.length === 0 || only.includes(bug));
  let done = 0;
  return inLanes(chosen, async (bug) => {
    const proof = await prove(bug, settings);
    done += 1;
    const result = proof.isFound ? `found by ${proof.by.join(", ")}` : "NOT FOUND";
    settings.log(
      `${proof.bug} is ${result} after ${seconds(proof.tookMs)}; ${done} of ${chosen.length} are done`,
    );
    return proof;
  });
}

async function prove({ bug, foundBy, scenario }: SeededBugCase, settings: RunSettings): Promise<Proof> {
  settings.log(`--- seeded bug: ${bug}, ${scenario.title} ---`);
  const { violations, tookMs } = await runScenario(scenario, { ...settings, log: () => {} });
  const found = violations.filter(({ invariant }) => foundBy.includes(invariant));
  const by = [...new Set(violations.map(({ invariant }) => invariant))].sort();
  return { bug, title: scenario.title, isFound: found.length > 0, by, first: found[0]?.what ?? "", tookMs };
}

export function proofsTable(proofs: readonly Proof[]): string {
  const lines = proofs.map(
    ({ bug, title, isFound, by, first, tookMs }) =>
      `| ${bug} | ${title} | ${isFound ? `found by ${by.join(", ")}` : "NOT FOUND"} | ${first} | ${seconds(tookMs)} |`,
  );
  const titles = [
    "| seeded bug | what | result | first violation | took |",
    "| --- | --- | --- | --- | --- |",
  ];
  return [...titles, ...lines].join("\n");
}
