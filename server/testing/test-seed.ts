/** One place for the seed of a run; see CONTRIBUTING.md, "Tests". */
const SEED = process.env.TIDINGS_TEST_SEED ?? "20261129";

/** The seed of all random tests of a run; undefined with TIDINGS_TEST_SEED=random: each test has its own, for a campaign. */
export const TEST_SEED: number | undefined = SEED === "random" ? undefined : Number(SEED);

if (TEST_SEED !== undefined && !Number.isInteger(TEST_SEED))
  throw new Error(`TIDINGS_TEST_SEED is "random" or an integer, not ${SEED}`);
