import fc from "fast-check";

/**
 * The seed of all properties (fast-check) that state none, before each test file: a run finds what the run before it found, and a
 * red test is no chance. `TIDINGS_TEST_SEED` is another seed, which fast-check prints with a failure, or `random`: each
 * property has its own, for a campaign.
 */
const SEED = process.env.TIDINGS_TEST_SEED ?? "20261129";

if (SEED !== "random") {
  const seed = Number(SEED);
  if (!Number.isInteger(seed)) throw new Error(`TIDINGS_TEST_SEED is "random" or an integer, not ${SEED}`);
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
}
