/**
 * Test files that `npm test` leaves to `npm run test:long`, each with the reason. `.ci/run` runs both. A file belongs here
 * if it takes more than about ten seconds and another file tests the same subject in a shorter way.
 */
export const LONG_TESTS: Readonly<Record<string, string>> = {
  "server/scenarios/back-pressure.test.ts": "fills the backlog of an environment",
  "server/scenarios/large-pages.test.ts": "reads pages of hundreds of megabytes and measures memory",
  "server/scenarios/process-backup.test.ts": "backs up a server under load and restores it",
  "server/scenarios/process-crash.test.ts": "kills the program and PostgreSQL under load",
  "server/scenarios/process-environments.test.ts": "starts the program twelve times",
  "server/scenarios/process-first-start.test.ts": "starts that fail; process-start has the usual ones",
  "server/scenarios/process-keys.test.ts": "keys by the CLI, beside a running and a stopped server",
  "server/scenarios/process-many.test.ts": "starts up to ten processes on one database",
  "server/scenarios/process-second-instance.test.ts": "starts that are refused, with the time of the refusal",
};

/** Test files that both run. `npm test` runs a short form, by the default of the variable, `npm run test:long` the full form. */
export const SHORTENED_TESTS: Readonly<Record<string, { variable: string; full: string }>> = {
  "server/scenarios/hostile-input.test.ts": { variable: "HOSTILE_RUNS", full: "200" },
};

/** One environment attacks, another one is measured: these run one file at a time, after all long ones. */
export const NOISY_FOLDER = "server/scenarios/noisy-neighbours";
