import { type AnyOperation, OPERATIONS } from "@tidings/contract";
import fc from "fast-check";
import { type Draft, draftOf } from "./hostile-draft.ts";
import { MUTATIONS } from "./hostile-mutations.ts";
import type { World } from "./seeded-world.ts";

/** Set HOSTILE_SEED and HOSTILE_RUNS (requests per operation) for other requests; `npm run test:long` sends 200. */
export const SEED = Number(process.env.HOSTILE_SEED ?? 1);
export const RUNS = Number(process.env.HOSTILE_RUNS ?? 5);

const number = fc.noBias(fc.nat(1_000_000));
const mutation = fc.record({
  mutate: fc.noBias(fc.constantFrom(...MUTATIONS)),
  choice: fc.record({
    place: number,
    what: number,
    value: fc.jsonValue({ maxDepth: 4 }),
    text: fc.string({ unit: "binary", maxLength: 60 }),
  }),
});
const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 });

/** Requests of one operation with one to three mutations each; the same seed gives the same requests. */
export function hostileDrafts(operation: AnyOperation, world: World): Draft[] {
  const seed = SEED * 1_000 + OPERATIONS.indexOf(operation);
  return fc.sample(mutations, { seed, numRuns: RUNS }).map((steps, index) => {
    const draft = draftOf(operation, world, index + 1);
    for (const { mutate, choice } of steps) mutate(draft, choice);
    return draft;
  });
}
