import sql, { type Sql } from "sql-template-tag";
import { expect, test } from "vitest";
import { delay, inApp } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import { useTestService } from "../testing/test-service.ts";
import { frozenAt } from "../testing/virtual-time.ts";

const service = await useTestService();

const CRASHED = sql`select 0`;
const ALIVE = sql`select id from workers order by seen_at desc limit 1`;
const NONE = sql`select null::integer`;

const anHour = delay({ amount: 1, unit: "hours" });

/** Waiting jobs after `claims` workers ended without an outcome; the last worker crashed, or is alive. */
async function afterClaims(claims: number, { count, last = CRASHED }: { count: number; last?: Sql }) {
  const environment = await frozenAt(service);
  await environment.given.workflow("held", [anHour, inApp("hello")]);
  const to = Array.from({ length: count }, (_, index) => `s${index}`);
  const transactionId = await environment.trigger("held", to);
  await settled(environment);
  await service.database.query(sql`
    update jobs set unfinished_claims = ${claims}, claimed_by = (${last}), lease = lease + 1, due_at = now()
    where environment_id = ${environment.id} and due_at is not null`);
  return environment.finished(transactionId, count);
}

test("given up to eight crashes of workers with many jobs, no job is given up", async () => {
  for (const crashes of [1, 2, 3, 4, 8]) {
    const notifications = await afterClaims(crashes, { count: 30 });
    for (const { jobs } of notifications) {
      expect(jobs.map((job: any) => job.status)).toEqual(["completed", "completed"]);
    }
  }
});

test("given a job whose worker crashed every time, even with it alone, it is given up", async () => {
  const [notification] = await afterClaims(9, { count: 1 });
  expect(notification.jobs.map((job: any) => job.status)).toEqual(["failed", "canceled"]);
  const last = notification.jobs[0].executionDetails.at(-1);
  expect([last.code, JSON.parse(last.raw)]).toEqual(["step_crashed", { attempts: 9 }]);
  expect(last.detail).not.toMatch(/three/);
});

test("given a job that a living worker returned without an outcome, it counts no crash", async () => {
  const [notification] = await afterClaims(9, { count: 1, last: ALIVE });
  expect(notification.jobs.map((job: any) => job.status)).toEqual(["completed", "completed"]);
});

test("given a job that failed every time for no transient reason, it is given up", async () => {
  const [notification] = await afterClaims(9, { count: 1, last: NONE });
  expect(notification.jobs[0].executionDetails.at(-1).code).toBe("step_crashed");
});

test("given a worker not seen for half a lease, it counts as crashed", async () => {
  await service.database.query(
    sql`insert into workers (id, seen_at) values (1, now() - interval '16 seconds')`,
  );
  const [notification] = await afterClaims(9, { count: 1, last: sql`select 1` });
  expect(notification.jobs[0].executionDetails.at(-1).code).toBe("step_crashed");
});

test("given a job on which a living worker throws, the job loses its claimant, so that it counts", async () => {
  const environment = await frozenAt(service);
  await environment.given.workflow("broken", [anHour, inApp("hello")]);
  await environment.trigger("broken", "s1");
  await settled(environment);
  const own = sql`environment_id = ${environment.id}`;
  await service.database.query(sql`update notifications set workflow_version = 99 where ${own}`);
  await service.database.query(
    sql`update jobs set due_at = '2026-01-01' where ${own} and due_at is not null`,
  );
  // A worker looks once a second for due work without a notification.
  const rows = () =>
    service.database.query(
      sql`select unfinished_claims, claimed_by from jobs where ${own} and due_at is not null`,
    );
  await expect.poll(rows).toEqual([{ unfinished_claims: 1, claimed_by: null }]);
});
