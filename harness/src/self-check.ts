import { play } from "./play.ts";
import { SEEDED_BUGS, type SeededBug } from "./scenarios/seeded-bugs.ts";
import type { Setting } from "./stage.ts";

export type Proof = { bug: string; title: string; isFound: boolean; by: string[]; first: string };

/** Seeds one bug after the other into the product: a harness that does not see them proves nothing with its zeros. */
export async function checkSelf(only: readonly string[], setting: Setting): Promise<Proof[]> {
  const proofs: Proof[] = [];
  for (const bug of SEEDED_BUGS.filter((one) => only.length === 0 || only.includes(one.bug))) {
    const proof = await prove(bug, setting);
    setting.say(`${proof.bug} is ${proof.isFound ? `found by ${proof.by.join(", ")}` : "NOT FOUND"}`);
    proofs.push(proof);
  }
  return proofs;
}

async function prove({ bug, foundBy, scenario }: SeededBug, setting: Setting): Promise<Proof> {
  setting.say(`--- seeded: ${bug}, ${scenario.title} ---`);
  const quiet = { ...setting, say: () => {} };
  const { violations } = await play(scenario, quiet);
  const found = violations.filter(({ invariant }) => foundBy.includes(invariant));
  const by = [...new Set(violations.map(({ invariant }) => invariant))].sort();
  return { bug, title: scenario.title, isFound: found.length > 0, by, first: found[0]?.what ?? "" };
}

export function proofsTable(proofs: readonly Proof[]): string {
  const lines = proofs.map(
    ({ bug, title, isFound, by, first }) =>
      `| ${bug} | ${title} | ${isFound ? `found by ${by.join(", ")}` : "NOT FOUND"} | ${first} |`,
  );
  return ["| seeded bug | what | | first seen as |", "| --- | --- | --- | --- |", ...lines].join("\n");
}
