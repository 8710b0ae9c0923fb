import { setTimeout } from "node:timers/promises";
import { CHANNELS, type JobStatus, NOTIFICATION_STATES, OPEN_JOB_STATUSES } from "@tidings/contract";
import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { wrongNotificationSums } from "../../testing/notification-sums.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { COUNTERS } from "../counters/counter-store.ts";
import type { Queryable } from "../database/database.ts";
import type { WorkflowId } from "../foundation/ids.ts";
import { findIds } from "./find-ids-store.ts";
import type { NotificationFilter } from "./notification-store.ts";

const ROWS = 1_500;
const STATUSES: readonly JobStatus[] = [...OPEN_JOB_STATUSES, "completed", "failed", "merged", "canceled"];
const WRITERS = 4;
const ROUNDS = 15;

const { database } = await useTestDatabase({ poolSize: WRITERS + 1 });

/** Notifications with one to three jobs, in seven spans of 17 minutes and many of 4 seconds, of two workflows. */
async function seed(): Promise<void> {
  await database.queryPlanned(sql`
    insert into environments (id, organization_id, name) values ('e', 'o', 'sums')`);
  await database.queryPlanned(sql`
    create table seeded as
    select i, lpad(to_hex(i * 4999), 12, '0') || lpad(to_hex(i), 12, '0') as id from generate_series(1, ${ROWS}::integer) as i`);
  await database.queryPlanned(sql`
    insert into notifications (environment_id, id, trigger_id, workflow_id, workflow_version, subscriber_id, created_at)
    select 'e', id, id, 'w' || i % 2, 1, 's', now() from seeded`);
  for (const position of [0, 1, 2]) {
    await database.queryPlanned(sql`
      insert into jobs (environment_id, notification_id, position, id, step_id, type, status, due_at, created_at, updated_at)
      select 'e', id, ${position}::smallint, id || ${position}::smallint, 'x',
        case when (i + ${position}::smallint) % 2 = 0 then 'email' else 'delay' end, 'running', now(), now(), now()
      from seeded where i % 3 >= ${position}::smallint`);
  }
}

/** Gives random jobs a random status, or adds the differences up, in a transaction of its own. */
async function change(random: () => number): Promise<void> {
  const round = random();
  if (round < 0.1) for (const rule of COUNTERS) await rule.purge(database, 50);
  const status = STATUSES[Math.floor(random() * STATUSES.length)] as JobStatus;
  const [first, step] = [Math.floor(random() * 40), 1 + Math.floor(random() * 7)];
  const position = Math.floor(random() * 3);
  await database.transaction(async (tx) => {
    await tx.queryPlanned(sql`
      with locked as (
        select j.notification_id from jobs j join seeded on seeded.id = j.notification_id
        where j.environment_id = 'e' and j.position = ${position} and i >= ${first}::integer and i % ${step}::integer = 0
          and i < ${first}::integer + 60
        order by j.notification_id for update of j)
      update jobs j set status = ${status}, due_at = case when ${OPEN_JOB_STATUSES.includes(status)}::boolean then now() end
      from locked where j.environment_id = 'e' and j.notification_id = locked.notification_id and j.position = ${position}`);
    await tx.queryPlanned(sql`select pg_sleep(0.01)`);
  });
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

const addUp = async () => {
  for (const rule of COUNTERS) await rule.purge(database, 20_000);
};

type Listed = { id: string; workflowId: WorkflowId; state: string };

/** Each notification's state by the rule in words: open, a channel step or all completed, failed, merged. */
async function listed(from: Queryable): Promise<Listed[]> {
  const rows = await from.queryPlanned<Omit<Listed, "state"> & { jobs: [JobStatus, string][] }>(sql`
    select n.id, n.workflow_id as "workflowId", (
      select coalesce(json_agg(json_build_array(j.status, j.type)), '[]') from jobs j
      where j.environment_id = 'e' and j.notification_id = n.id) as jobs
    from notifications n where n.environment_id = 'e' order by n.id desc`);
  return rows.map(({ jobs, ...row }) => ({ ...row, state: stateOf(jobs) }));
}

function stateOf(jobs: readonly [JobStatus, string][]): string {
  const has = (wanted: JobStatus) => jobs.some(([status]) => status === wanted);
  const isSent = jobs.some(
    ([status, type]) => status === "completed" && CHANNELS.some((one) => one === type),
  );
  if (jobs.some(([status]) => OPEN_JOB_STATUSES.includes(status))) return "waiting";
  if (isSent || jobs.every(([status]) => status === "completed")) return "delivered";
  if (has("failed")) return "failed";
  return has("merged") ? "merged" : "skipped";
}

beforeAll(async () => {
  await seed();
  await database.queryPlanned(sql`analyze seeded, notifications, jobs`);
});

const complete = (tx: Queryable, position: number) =>
  tx.queryPlanned(sql`
    update jobs set status = 'completed', due_at = null
    where environment_id = 'e' and notification_id = (select id from seeded where i = 2) and position = ${position}`);

test("sums of notifications: two transactions that complete two jobs of one at the same time end its wait", async () => {
  let second: Promise<unknown> = Promise.resolve();
  await database.transaction(async (first) => {
    await complete(first, 0);
    await complete(first, 2);
    second = database.transaction((tx) => complete(tx, 1));
    await setTimeout(50);
  });
  await second;
  expect(await wrongNotificationSums(database, "e")).toEqual([]);
});

test("sums of notifications: equal the rows while transactions change jobs of the same notifications", async () => {
  const write = async (writer: number): Promise<void> => {
    const random = randomFrom(writer + 1);
    for (let round = 0; round < ROUNDS; round += 1) await change(random);
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  let isOver = false;
  const over = writing.finally(() => {
    isOver = true;
  });
  while (!isOver) expect(await wrongNotificationSums(database, "e")).toEqual([]);
  await over;
  expect(await wrongNotificationSums(database, "e")).toEqual([]);
  await addUp();
  expect(await wrongNotificationSums(database, "e")).toEqual([]);
});

const filters: NotificationFilter[] = [
  {},
  ...NOTIFICATION_STATES.map((state) => ({ states: [state] })),
  { states: ["failed", "skipped"] },
  { states: ["delivered", "merged"] },
  { states: [...NOTIFICATION_STATES] },
];
const places = [{}, { workflowIds: ["w1" as WorkflowId] }, { workflowIds: ["w0", "w1"] as WorkflowId[] }];

test.each(filters.flatMap((filter) => places.map((place) => ({ ...filter, ...place }))))(
  "numbered pages of %j: have the notifications that the rule gives, newest first",
  async (filter) => {
    await database.queryPlanned(sql`
      update jobs j set status = (${STATUSES}::text[])[1 + i * 7 % 8], due_at = case when i * 7 % 8 < 4 then now() end
      from seeded where j.environment_id = 'e' and j.notification_id = seeded.id`);
    await database.queryPlanned(sql`
      insert into execution_details (environment_id, notification_id, id, position, code, created_at)
      select environment_id, notification_id, id, position, 'digest_merged', now() from jobs
      where environment_id = 'e' and status = 'merged' on conflict do nothing`);
    await database.queryPlanned(sql`analyze jobs, notifications, execution_details`);
    const { states, workflowIds } = filter as NotificationFilter;
    const ids = (await listed(database))
      .filter(({ state }) => states?.some((one) => one === state) ?? true)
      .filter(({ workflowId }) => workflowIds?.includes(workflowId) ?? true)
      .map(({ id }) => id);
    for (const offset of [0, 150, 200, 203, 600, ids.length - 5, ids.length, ids.length + 300]) {
      const found = await findIds(database, "e", filter, {
        place: { offset: Math.max(0, offset) },
        count: 11,
      });
      expect(found, `from ${offset} of ${ids.length}`).toEqual(ids.slice(Math.max(0, offset)).slice(0, 11));
    }
  },
);

test("sums of notifications: are none after all were deleted", async () => {
  await database.queryPlanned(sql`delete from jobs where environment_id = 'e'`);
  await database.queryPlanned(sql`delete from notifications where environment_id = 'e'`);
  expect(await wrongNotificationSums(database, "e")).toEqual([]);
  await addUp();
  const left = await database.queryPlanned(sql`select 1 from notification_spans where environment_id = 'e'`);
  expect(left).toEqual([]);
});
