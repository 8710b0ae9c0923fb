/**
 * Test files that `npm test` leaves to `npm run test:long`, each with the reason. `.ci/run` runs both. A file belongs here
 * if it takes more than about ten seconds; `npm test` keeps a shorter story of its kind (process-start, process-restart,
 * idempotency-failures, simulator).
 */
export const LONG_TESTS: Readonly<Record<string, string>> = {
  "dashboard/src/timeline/random-notifications.test.ts":
    "1,000 random notifications; explained-and-recorded tests the same of each kind of step",
  "server/src/calendar/zones/zdump.test.ts":
    "runs zdump for each zone; zone-news has the offsets that laws changed lately",
  "server/src/templates/hostile-templates.test.ts": "renders hostile texts up to their time budget",
  "server/scenarios/crash-suspects.test.ts": "waits for leases of crashed workers",
  "server/scenarios/bulkheads.test.ts": "fills the places of an environment with slow calls",
  "server/scenarios/back-pressure.test.ts": "fills the backlog of an environment",
  "server/scenarios/command-line.test.ts":
    "starts `tidings` dozens of times; program.test runs commands in the process",
  "server/scenarios/guide.test.ts": "runs the examples of every page of the guide",
  "server/scenarios/large-pages.test.ts": "reads pages of hundreds of megabytes and measures memory",
  "server/scenarios/metrics-readings.test.ts": "waits for readings that are taken every few seconds",
  "server/scenarios/outage-log.test.ts":
    "interrupts the database for seconds; idempotency-failures does it shortly",
  "server/scenarios/process-backup.test.ts": "backs up a server under load and restores it",
  "server/scenarios/process-build.test.ts": "compiles a copy of the checkout several times",
  "server/scenarios/process-crash.test.ts": "kills the program and PostgreSQL under load",
  "server/scenarios/process-doctor.test.ts": "starts the program seven times; doctor.test.ts has the checks",
  "server/scenarios/process-environments.test.ts": "starts the program sixteen times",
  "server/scenarios/process-first-start.test.ts": "starts that fail; process-start has the usual ones",
  "server/scenarios/process-keys.test.ts": "keys by the CLI, beside a running and a stopped server",
  "server/scenarios/process-many.test.ts": "starts up to ten processes on one database",
  "server/scenarios/process-package.test.ts": "runs `npm pack` and installs the package",
  "server/scenarios/process-secrets.test.ts": "starts the program for each change of its keys",
  "server/scenarios/process-second-instance.test.ts": "starts that are refused, with the time of the refusal",
  "server/scenarios/simulator-receipts.test.ts": "every event of the receipts of 13 vendors",
  "server/scenarios/work-limits.test.ts":
    "renders up to every limit; hostile-templates tests the limits of one text",
  "server/src/database/embedded/embedded.test.ts": "starts and stops PostgreSQL many times",
  "server/src/database/embedded/embedded-recovery.test.ts":
    "starts on what a crash, a power cut or another instance left",
  "server/src/database/embedded/environment.test.ts":
    "starts PostgreSQL as other users and on read-only file systems",
};

/** Test files that both run. `npm test` runs a short form, by the default of the variable, `npm run test:long` the full form. */
export const SHORTENED_TESTS: Readonly<Record<string, { variable: string; full: string }>> = {
  "server/scenarios/hostile-input.test.ts": { variable: "HOSTILE_RUNS", full: "200" },
  "server/scenarios/rates-mail-server.test.ts": { variable: "RATES_MAILS", full: "5000" },
};

/** Browser stories that are left to `npm run test:long`; `npm test` has the main screens and the jobs of the dashboard. */
export const LONG_STORIES: readonly string[] = [
  "dashboard/stories/conditions-and-delivery.test.ts",
  "dashboard/stories/copied-calls.test.ts",
  "dashboard/stories/every-screen.test.ts",
  "dashboard/stories/failures.test.ts",
  "dashboard/stories/live-tabs.test.ts",
  "dashboard/stories/notification-selection.test.ts",
  "dashboard/stories/notification-why.test.ts",
  "dashboard/stories/rehearsal.test.ts",
  "dashboard/stories/retry-and-discard.test.ts",
  "dashboard/stories/settings.test.ts",
  "dashboard/stories/signed-out.test.ts",
  "dashboard/stories/test-clock.test.ts",
  "dashboard/stories/topics-and-messages.test.ts",
  "dashboard/stories/trigger-report.test.ts",
  "dashboard/stories/without-a-mouse.test.ts",
  "dashboard/stories/workflow-fields.test.ts",
  "dashboard/stories/workflow-texts.test.ts",
  "dashboard/stories/workflows.test.ts",
  "server/scenarios/browser/inbox-secrecy.test.ts",
  "server/scenarios/browser/tidings-inbox-access.test.ts",
];

/** One environment attacks, another one is measured: these run one file at a time, after all long ones. */
export const NOISY_FOLDER = "server/scenarios/noisy-neighbours";
