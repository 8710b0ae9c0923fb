import fc from "fast-check";
import { TEST_SEED } from "./test-seed.ts";

/**
 * Before each test file: properties (fast-check) that state no seed have that of the run, so a run finds what the run before it
 * found, and a red test is no chance. fast-check prints the seed of a failure.
 */
if (TEST_SEED !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: TEST_SEED });
