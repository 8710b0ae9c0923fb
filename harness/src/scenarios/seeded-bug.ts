import type { Scenario } from "../scenario.ts";
import type { SeededBug } from "../seeding/patches.ts";

/** A seeded bug, the scenario that must find it, and the invariants that it must violate. */
export type SeededBugCase = { bug: string; foundBy: readonly string[]; scenario: Scenario };

export const seeded = (seededBug: SeededBug, rest: Omit<Scenario, "id">): Scenario => ({
  ...rest,
  id: seededBug,
  seededBug,
});

export const small = { apis: 1, workers: 1 };
