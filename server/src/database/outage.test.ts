import { beforeEach, expect, test } from "vitest";
import { captureLog } from "../../testing/captured-log.ts";
import { createStoppedTime, type MovableTime } from "../../testing/movable-time.ts";
import { createOutage, type Outage } from "./outage.ts";

const captured = captureLog("info");
let time: MovableTime;
let lateMs: number;
let outage: Outage;
beforeEach(() => {
  captured.lines.splice(0);
  time = createStoppedTime();
  lateMs = 0;
  outage = createOutage({ log: captured.log, time, loopDelay: { lateMs: () => lateMs } });
  outage.answered();
});

const failure = (message: string, code?: string) => Object.assign(new Error(message), code ? { code } : {});
const connectTimeout = () => failure("Connection terminated due to connection timeout");
const endedTransaction = () => failure("terminating connection due to idle-in-transaction timeout", "25P03");
const said = () => captured.lines.map((line) => JSON.parse(line) as Record<string, unknown>);

test("outage: begins with the first failure, and ends after two seconds without one", async () => {
  outage.failed(failure("connect ECONNREFUSED", "ECONNREFUSED"));
  outage.failed(connectTimeout());
  expect([outage.isUnderWay, outage.count]).toEqual([true, 1]);
  await time.advance(10_000);
  outage.answered();
  await time.advance(1_999);
  outage.failed(failure("read ECONNRESET", "ECONNRESET"));
  await time.advance(5_000);
  expect(outage.isUnderWay).toBe(true);
  outage.answered();
  await time.advance(2_000);
  expect(outage.isUnderWay).toBe(false);
  expect(said()).toMatchObject([
    { msg: "the database cannot be reached, an outage began" },
    {
      msg: "the database can be reached again, the outage is over",
      durationMs: 16_999,
      failures: 3,
    },
  ]);
});

test("outage: none begins by a transaction that PostgreSQL ended, which counts once", async () => {
  const error = endedTransaction();
  for (let statements = 0; statements < 3; statements += 1) outage.failed(error);
  expect([outage.isUnderWay, outage.count, outage.own.endedTransactions]).toEqual([false, 0, 1]);
  lateMs = 14_200.4;
  for (let others = 0; others < 5; others += 1) outage.failed(endedTransaction());
  await time.advance(60_000);
  outage.failed(endedTransaction());
  const msg = "PostgreSQL ended a transaction that this process did not continue in time";
  expect(said()).toMatchObject([
    { msg, level: "warn", count: 1, loopLateMs: 0 },
    { msg, level: "warn", count: 7, loopLateMs: 14_200 },
  ]);
});

test("outage: a connection that timed out begins one, unless the event loop was late", () => {
  lateMs = 1_000;
  for (const message of ["timeout exceeded when trying to connect", "Query read timeout"]) {
    outage.failed(failure(message));
  }
  outage.failed(connectTimeout());
  expect([outage.isUnderWay, outage.count, outage.own.lateConnections]).toEqual([false, 0, 3]);
  const msg = "the database was not reached in time because this process was too slow";
  expect(said()).toMatchObject([{ msg, level: "warn", count: 1, loopLateMs: 1_000 }]);
  lateMs = 999;
  outage.failed(connectTimeout());
  expect([outage.isUnderWay, outage.own.lateConnections]).toEqual([true, 3]);
});

test("outage: a refused connection begins one, also while the event loop is late", () => {
  lateMs = 4_000;
  outage.failed(failure("connect ECONNREFUSED", "ECONNREFUSED"));
  expect(outage.isUnderWay).toBe(true);
});

test("outage: a full disk is known with its moment, also when it is no outage yet", async () => {
  expect(outage.diskFullAtMs).toBeUndefined();
  outage.failed(failure("connect ECONNREFUSED", "ECONNREFUSED"));
  expect(outage.diskFullAtMs).toBeUndefined();
  await time.advance(700);
  outage.failed(failure("could not extend file: No space left on device", "53100"));
  expect(outage.diskFullAtMs).toBe(700);
});
