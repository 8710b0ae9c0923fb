import { setTimeout } from "node:timers/promises";
import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { lockSplitRuns } from "../settle/next-step-store.ts";
import { lockHeld } from "../settle/settle-store.ts";
import { cancelNotification } from "./cancel.ts";

const { database } = await useTestDatabase();
const NOTIFICATION = "0".repeat(24);

test("cancel: waits for a worker that ends a job of the same notification, without a deadlock", async () => {
  await database.queryPlanned(sql`
    insert into environments (id, organization_id, name) values ('e', 'o', 'locks')`);
  await database.queryPlanned(sql`
    insert into notifications (environment_id, id, trigger_id, workflow_id, workflow_version, subscriber_id, created_at)
    values ('e', ${NOTIFICATION}, 't', 'w', 1, 's', now())`);
  await database.queryPlanned(sql`
    insert into jobs (environment_id, notification_id, position, id, step_id, type, status, due_at, lease, unfinished_claims,
      created_at, updated_at)
    values ('e', ${NOTIFICATION}, 0, 'j0', 'x', 'delay', 'delayed', now(), 1, 1, now(), now()),
      ('e', ${NOTIFICATION}, 1, 'j1', 'y', 'email', 'pending', null, 0, 0, now(), now())`);

  let canceling: Promise<unknown> = Promise.resolve();
  const held = await database.transaction(async (worker) => {
    await lockSplitRuns(worker, "e", [NOTIFICATION]);
    canceling = cancelNotification(database, "e", NOTIFICATION);
    await setTimeout(100);
    return lockHeld(worker, "e", [{ notificationId: NOTIFICATION, position: 0, lease: 1 }]);
  });

  expect(held.size).toBe(1);
  expect(await canceling).toHaveLength(2);
});

test("a job that was put off under the same lease is not held: its outcome is stored already", async () => {
  const fence = { notificationId: NOTIFICATION, position: 0, lease: 1 };
  await database.queryPlanned(
    sql`update jobs set due_at = now(), lease = 1, unfinished_claims = 1 where position = 0`,
  );
  expect((await lockHeld(database, "e", [fence])).size).toBe(1);
  await database.queryPlanned(sql`update jobs set unfinished_claims = 0 where position = 0`);
  expect((await lockHeld(database, "e", [fence])).size).toBe(0);
});
