import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { createMovableTime } from "../testing/movable-time.ts";
import { useTestService } from "../testing/test-service.ts";

/** How other environments, workers and health checks fare while one environment's requests wait in the database. */

const time = createMovableTime();
const service = await useTestService(
  { rateLimits: { trigger: 0, configuration: 0, inbox: 0, other: 0 } },
  { time },
);
const greedy = await service.newEnvironment();
const other = await service.newEnvironment();

/** Holds a lock of the subscriber until `unlock` is called. */
async function lockSubscriber(): Promise<{ unlock: () => Promise<void> }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let locked = Promise.resolve();
  await new Promise<void>((isLocked) => {
    locked = service.database.transaction(async (tx) => {
      await tx.query(sql`set local idle_in_transaction_session_timeout = 0`);
      await tx.query(sql`
        select id from subscribers where environment_id = ${greedy.id} and subscriber_id = 'ada' for update`);
      isLocked();
      await released;
    });
  });
  return {
    unlock: () => {
      release();
      return locked;
    },
  };
}

const waitingForLock = async (): Promise<number> => {
  const rows = await service.database.query(sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length;
};

test("given 40 blocked writes of one environment, other environments are served meanwhile", async () => {
  await greedy.given.subscriber("ada");
  await other.given.subscriber("ada");
  const { unlock } = await lockSubscriber();
  let isOver = false;
  const answers: { status: number; headers: Headers }[] = [];
  /** Always one write that waits: none waits for longer than some seconds. */
  const keepWriting = async (): Promise<void> => {
    while (!isOver) answers.push(await greedy.patch("/v2/subscribers/ada", { firstName: "Ada" }));
  };
  const writing = Array.from({ length: 40 }, keepWriting);
  await expect.poll(waitingForLock).toBe(4);
  const ready = await fetch(`${service.url}/readyz`);
  const written = await other.patch("/v2/subscribers/ada", { firstName: "Ada" });
  const reads = await Promise.all([other, greedy].map((one) => one.get("/v2/subscribers/ada")));
  await other.finished(await other.trigger("welcome", "ada"), 1);
  expect([ready, written, ...reads].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  isOver = true;
  // The writes that wait for a connection give up after 5 s; four have one and wait for the lock.
  await time.advance(5_000);
  await unlock();
  await Promise.all(writing);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThanOrEqual(36);
  for (const { status, headers } of refused)
    expect([status, headers.has("retry-after")]).toEqual([503, true]);
});
