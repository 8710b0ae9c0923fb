import { randomInt } from "node:crypto";
import { TEST_SEED } from "./test-seed.ts";

/** Integers from 0 to `below` - 1, for tests with random input that are no properties of fast-check: the same in each run. */
export function seededInts(seed = TEST_SEED ?? randomInt(1, 2 ** 31)): (below: number) => number {
  // Never 0, which would stay 0.
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
