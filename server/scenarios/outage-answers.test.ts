import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabases } from "../src/database/databases.ts";
import { systemTime, type Time } from "../src/foundation/clock.ts";
import { createLog } from "../src/foundation/log.ts";
import { startService } from "../src/service.ts";
import { type BreakableConnection, openBreakableConnection } from "../testing/breakable-connection.ts";
import { ada } from "../testing/given.ts";
import { useScriptedProvider } from "../testing/scripted-provider.ts";
import { delay, inApp, sms } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

/**
 * What providers answer during an outage of the database is kept until it can be stored, however long that takes: what is not stored
 * is sent again. Leases end meanwhile.
 */

const OUTAGE_MS = 60_000;
const PAUSE_OF_WAITING_MS = 200;
const PAUSE_AFTER_ERROR_MS = 500;

/** Ahead of the system's by this. */
let addedMs = 0;
/** While it is set, no time passes by the monotonic clock. */
let frozenAtMs: number | undefined;
/** The pauses of what waits for the database. */
let looks = 0;
/** Rounds of the workers that failed. */
let failedRounds = 0;
let failedRoundsOfOther = 0;
/** Called when a worker waits for other ones after an outage; undefined: it waits its time. */
let onWaitingForOthers: (() => Promise<void>) | undefined;
const time: Time = {
  ...systemTime,
  monotonicMs: () => frozenAtMs ?? systemTime.monotonicMs() + addedMs,
  sleep: (ms, signal) => {
    if (ms === PAUSE_OF_WAITING_MS) looks += 1;
    if (ms > PAUSE_AFTER_ERROR_MS && !signal && onWaitingForOthers) return onWaitingForOthers();
    return systemTime.sleep(ms, signal);
  },
  after: (ms, work) => {
    if (ms === PAUSE_AFTER_ERROR_MS) failedRounds += 1;
    return systemTime.after(ms, work);
  },
};

const provider = await useScriptedProvider();
const log = createLog("silent");
let line: BreakableConnection;
let service: TestService;
let environment: TestEnvironment;
let isReadOnly = false;
/** Not through the line. */
let direct: pg.Client;

beforeAll(async () => {
  const through = async (url: string) => {
    line = await openBreakableConnection(url);
    return line.url;
  };
  service = await startTestService({}, { log, through, time });
  direct = new pg.Client(service.databaseUrl);
  await direct.connect();
});
beforeEach(async () => {
  looks = 0;
  environment = await service.newEnvironment();
  await environment.given.integration("generic-sms", `${provider.url}/sms`, { name: "Gateway" });
});
/** Opened after each test. */
let gates: Gate[] = [];
let closeOther = async (): Promise<void> => {};
afterEach(async () => {
  for (const { open } of gates) open();
  gates = [];
  frozenAtMs = undefined;
  onWaitingForOthers = undefined;
  line.restore();
  if (isReadOnly) await beReadOnly(false);
  await closeOther();
  closeOther = async () => {};
});
afterAll(async () => {
  await direct.end();
  await service.close();
  await line.close();
});

/** A promise, and the function that resolves it. */
type Gate = { opened: Promise<void>; open: () => void };

function gate(): Gate {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  gates.push({ opened, open });
  return { opened, open };
}

type Steps = Parameters<TestEnvironment["given"]["workflow"]>[1];

/** Triggers a workflow whose first provider answers when `answer` is called. */
async function triggerHeld(workflow: string, steps: Steps) {
  const { open, opened } = gate();
  provider.script("/sms", (response) => void opened.then(() => response.end('{"id":"p1"}')));
  await environment.given.workflow(workflow, steps);
  const transactionId = await environment.trigger(workflow, ada);
  await expect.poll(() => provider.calls.length).toBe(1);
  return { transactionId, answer: open };
}

async function endLeases(): Promise<void> {
  await direct.query("update jobs set due_at = now() where environment_id = $1 and unfinished_claims > 0", [
    environment.id,
  ]);
}

test.each([
  ["last-step", [sms("Hello")]],
  ["step-before-others", [sms("Hello"), delay({ amount: 1, unit: "seconds" }), inApp("Hello")]],
])("an answer that arrives in an outage longer than a lease is stored: %s", async (workflow, steps) => {
  const { transactionId, answer } = await triggerHeld(workflow, steps);
  line.cut();
  answer();
  await expect.poll(() => looks).toBeGreaterThan(1);
  addedMs += OUTAGE_MS;
  const [looksBefore, roundsBefore] = [looks, failedRounds];
  await expect.poll(() => looks).toBeGreaterThan(looksBefore + 2);
  // A claim that began before the leases ended has failed.
  await expect.poll(() => failedRounds).toBeGreaterThan(roundsBefore);
  await endLeases();
  line.restore();

  const [run] = await environment.finished(transactionId);
  expect(run.jobs.map(({ status }: { status: string }) => status)).toEqual(steps.map(() => "completed"));
  expect(provider.calls.length).toBe(1);
});

test("a database that stores nothing after a fail-over: writes get 503, and an answer is kept", async () => {
  const { transactionId, answer } = await triggerHeld("standby", [sms("Hello")]);
  await environment.given.workflow("in-app", [inApp("Hello")]);
  await beReadOnly(true);
  // A pool finds out one by one that its connections were cut.
  await expect.poll(triggerOther).toEqual({
    status: 503,
    retryAfter: "1",
    message: "The database is read-only at present; nothing was stored, retry later",
  });
  answer();
  await expect.poll(() => looks).toBeGreaterThan(2);
  await beReadOnly(false);

  // A connection that leads to the former primary is not used again.
  await expect.poll(async () => (await triggerOther()).status).toBe(201);
  const [run] = await environment.finished(transactionId);
  expect(run.jobs[0].status).toBe("completed");
  expect(provider.calls.length).toBe(1);
  const claims = await direct.query("select max(lease) as lease from jobs where environment_id = $1", [
    environment.id,
  ]);
  expect(claims.rows).toEqual([{ lease: 1 }]);
});

/** Triggers a workflow that calls no provider. */
async function triggerOther() {
  const call = { name: "in-app", to: ada };
  const { status, headers, body } = await environment.post("/v1/events/trigger", call);
  return { status, retryAfter: headers.get("retry-after"), message: body.message };
}

/**
 * As a standby, or a primary that was made one: for all connections but the one of this test. Those that were opened meanwhile stay
 * read-only.
 */
async function beReadOnly(isOn: boolean): Promise<void> {
  isReadOnly = isOn;
  await direct.query("set default_transaction_read_only = off");
  await direct.query(
    `alter database ${direct.escapeIdentifier(String(direct.database))} set default_transaction_read_only = ${isOn}`,
  );
  if (isOn) line.cut();
  line.restore();
}

test("after an outage, no process takes a message for whose answer another one waits", async () => {
  const { transactionId, answer } = await triggerHeld("text", [sms("Hello")]);
  await environment.given.workflow("note", [delay({ amount: 1, unit: "seconds" }), inApp("Hello")]);
  const [holderWaits, release] = [gate(), gate()];
  const otherLine = await startOther(() => holderWaits.opened);

  line.cut();
  otherLine.cut();
  addedMs += OUTAGE_MS;
  // On a slow machine, the two seconds for other processes would otherwise pass within this test.
  frozenAtMs = time.monotonicMs();
  const [before, otherBefore] = [failedRounds, failedRoundsOfOther];
  await expect.poll(() => failedRounds).toBeGreaterThan(before);
  await expect.poll(() => failedRoundsOfOther).toBeGreaterThan(otherBefore);
  await endLeases();
  onWaitingForOthers = () => {
    frozenAtMs = undefined;
    holderWaits.open();
    return release.opened;
  };
  otherLine.restore();
  line.restore();
  await holderWaits.opened;

  // Only the other process claims. The claim that takes the end of the delay would take the message, too.
  await environment.finished(await environment.trigger("note", ada));
  expect(provider.calls.length).toBe(1);
  release.open();
  answer();
  const [run] = await environment.finished(transactionId);
  expect(run.jobs[0].status).toBe("completed");
  expect(provider.calls.length).toBe(1);
});

/** A second process with its own connections, which waits for others until the promise resolves. */
async function startOther(whenOthersAreBack: () => Promise<void>): Promise<BreakableConnection> {
  const { parts } = service;
  const otherLine = await openBreakableConnection(service.databaseUrl);
  const otherTime: Time = {
    ...time,
    sleep: (ms, signal) =>
      ms > PAUSE_AFTER_ERROR_MS && !signal ? whenOthersAreBack() : systemTime.sleep(ms, signal),
    after: (ms, work) => {
      if (ms === PAUSE_AFTER_ERROR_MS) failedRoundsOfOther += 1;
      return systemTime.after(ms, work);
    },
  };
  const databases = openDatabases({
    connection: { url: otherLine.url },
    log,
    time: otherTime,
    loopDelay: parts.loopDelay,
    keyring: parts.keyring,
  });
  const other = await startService({
    ...parts,
    time: otherTime,
    settings: { ...parts.settings, role: "worker", port: 0 },
    store: { ...parts.store, databases, database: databases.work, close: databases.close },
  });
  closeOther = async () => {
    otherLine.restore();
    await other.close();
    await databases.close();
    await otherLine.close();
  };
  return otherLine;
}
