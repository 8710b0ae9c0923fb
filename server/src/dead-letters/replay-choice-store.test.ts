import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { countBlocks } from "../../testing/count-blocks.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { countLeftOut, lockCandidates } from "./replay-choice-store.ts";

/** Dead letters, each of a notification with two jobs and two messages; twenty workflows with two versions. */
const LETTERS = Number(process.env.REPLAY_LETTERS ?? 4_000);
const WORKFLOWS = 20;
/** A page of each index and of each table that is looked up, for each letter. To read a table for each takes thousands. */
const MAX_BLOCKS_OF_LETTER = 80;

const { database } = await useTestDatabase({ poolSize: 1 });

/** In every second version the mail (the second step) stands in for the SMS, which was given up. */
async function seed(): Promise<void> {
  await database.queryPlanned(sql`
    insert into environments (id, organization_id, name) values ('e', 'o', 'replays')`);
  await database.queryPlanned(sql`
    insert into subscribers (environment_id, id, subscriber_id) values ('e', 's', 'ada')`);
  await database.queryPlanned(sql`
    insert into workflows (environment_id, id, identifier, version, is_active)
    select 'e', 'w' || w, 'flow-' || w, 2, true from generate_series(1, ${WORKFLOWS}::integer) w`);
  await database.queryPlanned(sql`
    insert into workflow_versions (environment_id, workflow_id, version, definition)
    select 'e', 'w' || w, v, json_build_object('name', 'x', 'steps', json_build_array(
      json_build_object('id', 'sms-id', 'stepId', 'text', 'type', 'sms'),
      case v when 1 then json_build_object('id', 'mail-id', 'stepId', 'mail', 'type', 'email')
        else json_build_object('id', 'mail-id', 'stepId', 'mail', 'type', 'email',
          'onlyIf', json_build_object('step', 'text', 'is', 'not_delivered')) end))
    from generate_series(1, ${WORKFLOWS}::integer) w cross join generate_series(1, 2) v`);
  await database.queryPlanned(sql`
    create temporary table seeded as
    select lpad(i::text, 24, '0') as id, 'w' || (1 + i % ${WORKFLOWS}::integer) as workflow, 1 + i / ${WORKFLOWS}::integer % 2 as version
    from generate_series(1, ${LETTERS}::integer) i`);
  await database.queryPlanned(sql`
    insert into notifications (environment_id, id, trigger_id, workflow_id, workflow_version, subscriber_id, created_at)
    select 'e', id, id, workflow, version, 's', now() from seeded`);
  await database.queryPlanned(sql`
    insert into jobs (environment_id, notification_id, position, id, step_id, type, status, created_at, updated_at)
    select 'e', s.id, p, 'j' || p || substr(s.id, 3), case p when 0 then 'sms-id' else 'mail-id' end,
      case p when 0 then 'sms' else 'email' end, case p when 0 then 'failed' else 'completed' end, now(), now()
    from seeded s cross join generate_series(0, 1) p`);
  await database.queryPlanned(sql`
    insert into messages (environment_id, id, notification_id, position, subscriber_id, channel, status, delivered_at,
      created_at, updated_at)
    select 'e', 'm' || p || substr(s.id, 3), s.id, p, 's', case p when 0 then 'sms' else 'email' end,
      case p when 0 then 'error' else 'sent' end, case p when 1 then array[now()] end, now(), now()
    from seeded s cross join generate_series(0, 1) p`);
  await database.queryPlanned(sql`
    insert into dead_letters (environment_id, id, message_id, notification_id, job_id, transaction_id, workflow_id,
      step_id, subscriber_id, channel, reason, attempts, died_at)
    select 'e', s.id, 'm0' || substr(s.id, 3), s.id, 'j0' || substr(s.id, 3), s.id, s.workflow, 'sms-id', 's', 'sms',
      'rejected', 1, now() + interval '1 second' from seeded s`);
  for (const table of [sql`notifications`, sql`jobs`, sql`messages`, sql`dead_letters`]) {
    await database.queryPlanned(sql`vacuum analyze ${table}`);
  }
}

beforeAll(seed);

test("replay: the steps of each version decide, and each letter is looked up by an index", async () => {
  const counted = countBlocks(database);
  const leftOut = await countLeftOut(counted.database, "e", {});
  expect(leftOut).toHaveLength(WORKFLOWS);
  expect(leftOut[0]).toEqual({
    workflowKey: "flow-1",
    reached: { reason: "stands_in", stepKey: "mail", channel: "email" },
    count: LETTERS / WORKFLOWS / 2,
  });
  expect(counted.blocks()).toBeLessThan(LETTERS * MAX_BLOCKS_OF_LETTER);
  const choice = { includesReached: false, limit: 1_000, now: new Date() };
  const chosen = await lockCandidates(database, "e", {}, choice);
  expect(chosen).toHaveLength(Math.min(1_000, LETTERS / 2));
  expect(new Set(chosen.map(({ workflowKey }) => workflowKey)).size).toBe(WORKFLOWS);
});

test("replay: a version whose definition has no steps, and a letter without a notification, stop nothing", async () => {
  const id = "0".repeat(24);
  await database.queryPlanned(sql`
    insert into dead_letters (environment_id, id, message_id, notification_id, job_id, transaction_id, workflow_id,
      step_id, subscriber_id, channel, reason, attempts, died_at)
    values ('e', ${id}, 'gone', 'gone', 'gone', 'gone', 'w1', 'sms-id', 's', 'sms', 'rejected', 1, now())`);
  await database.queryPlanned(sql`
    update workflow_versions set definition = '{"steps":"none"}' where environment_id = 'e' and workflow_id = 'w1'
      and version = 2`);
  const leftOut = await countLeftOut(database, "e", {});
  expect(leftOut.filter(({ reached }) => reached === null)).toEqual([
    { workflowKey: "flow-1", reached: null, count: 1 },
  ]);
  expect(leftOut.map(({ workflowKey }) => workflowKey)).toHaveLength(WORKFLOWS);
});
