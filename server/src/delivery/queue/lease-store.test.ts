import { setTimeout } from "node:timers/promises";
import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../testing/test-database.ts";
import type { StepId } from "../../foundation/ids.ts";
import { jobUpdates } from "../settle/settle-store.ts";
import { extendLeases, releaseLeases } from "./lease-store.ts";

const { database } = await useTestDatabase();
const HELD = { environmentId: "e", notificationId: "0".repeat(24), position: 0, lease: 1 };
const IN_AN_HOUR = new Date(Date.now() + 3_600_000);
const IN_A_SECOND = new Date(Date.now() + 1_000);

async function givenALeasedJob(): Promise<void> {
  await database.queryPlanned(sql`delete from jobs`);
  await database.queryPlanned(sql`
    insert into jobs (environment_id, notification_id, position, id, step_id, type, status, due_at, lease,
      unfinished_claims, claimed_by, created_at, updated_at)
    values ('e', ${HELD.notificationId}, 0, 'j0', 'x', 'email', 'running', ${IN_A_SECOND}, 1, 1, 1, now(), now())`);
}

async function jobNow(): Promise<{ dueAt: Date; lease: number } | undefined> {
  const rows = await database.query<{ dueAt: Date; lease: number }>(
    sql`select due_at as "dueAt", lease from jobs`,
  );
  return rows[0];
}

/** Another statement of the worker begins while the transaction that puts the job off is open. */
async function putOffDuring(other: () => Promise<void>): Promise<void> {
  const job = {
    ...HELD,
    id: "j0",
    stepId: "x" as StepId,
    type: "email",
    status: "running",
    dueAt: IN_AN_HOUR,
  } as const;
  const rest = { providerId: undefined, digest: undefined, output: undefined, packedDetails: undefined };
  const row = { ...job, ...rest, scheduleExtensionsCount: 0, isLeased: false, isHeld: true };
  let waiting: Promise<void> = Promise.resolve();
  await database.transaction(async (tx) => {
    for (const update of jobUpdates("e", [row], { now: new Date(), workerId: 1 })) await tx.query(update);
    waiting = other();
    await setTimeout(100);
  });
  await waiting;
}

test("heartbeat: extends the lease of a job that the worker holds", async () => {
  await givenALeasedJob();
  await extendLeases(database, [HELD]);
  expect((await jobNow())?.dueAt.getTime()).toBeGreaterThan(IN_A_SECOND.getTime());
});

test("heartbeat: a job that is put off at the same moment stays due at its own time", async () => {
  await givenALeasedJob();
  await putOffDuring(() => extendLeases(database, [HELD]));
  expect(await jobNow()).toEqual({ dueAt: IN_AN_HOUR, lease: 1 });
});

test("release: a job that is put off at the same moment stays due at its own time", async () => {
  await givenALeasedJob();
  await putOffDuring(() => releaseLeases(database, [HELD]));
  expect(await jobNow()).toEqual({ dueAt: IN_AN_HOUR, lease: 1 });
});
