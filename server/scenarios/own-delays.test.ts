import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { captureLog } from "../testing/captured-log.ts";
import { useTestService } from "../testing/test-service.ts";

/** What looks like an outage of the database, and is a delay of this process. */

const captured = captureLog("info");
const loopDelay = { medianMs: () => 0, lateMs: () => 1_234, close: () => {} };
const service = await useTestService({ metricsPort: 0 }, { log: captured.log, loopDelay });

async function metric(name: string): Promise<string | undefined> {
  const text = await (await fetch(`${service.metricsUrl}/metrics`)).text();
  return text.split("\n").find((row) => row.startsWith(`${name} `));
}

async function isConnected(pid: number): Promise<boolean> {
  const rows = await service.database.query(sql`select from pg_stat_activity where pid = ${pid}::int`);
  return rows.length > 0;
}

test("given a transaction that PostgreSQL ended, the log and the metrics name it, and no outage", async () => {
  const environment = await service.newEnvironment();
  const transaction = service.databases.requests.transaction(async (tx) => {
    const [row] = await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await tx.query(sql`set local idle_in_transaction_session_timeout = '50ms'`);
    await expect.poll(() => isConnected(row?.pid as number)).toBe(false);
    await tx.query(sql`select 1`);
  });
  await expect(transaction).rejects.toMatchObject({ code: "25P03" });
  await environment.finished(await environment.trigger("welcome", "ada"));
  const [line, ...others] = captured.matching(/^(?!time zone data$)/);
  expect(line).toMatchObject({
    level: "warn",
    msg: "PostgreSQL ended a transaction that this process did not continue in time",
    err: { code: "25P03" },
    count: 1,
    loopLateMs: 1_234,
  });
  expect(others).toEqual([]);
  expect(await metric("tidings_database_ended_transactions_total")).toMatch(/ 1$/);
  expect(await metric("tidings_database_late_connections_total")).toMatch(/ 0$/);
  expect(await metric("tidings_database_reachable")).toMatch(/ 1$/);
  expect(await metric("tidings_database_outages_total")).toMatch(/ 0$/);
});
