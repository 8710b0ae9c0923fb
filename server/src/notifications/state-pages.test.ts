import { REASON_CODES } from "@tidings/contract";
import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { countBlocks } from "../../testing/count-blocks.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { findIds, type Place } from "./find-ids-store.ts";
import { OUR_FAILURES } from "./outcome-store.ts";
import type { StateFilter } from "./state-filter-store.ts";

/** With STATE_ROWS=1000000, the test prints the blocks that each filter reads. */
const ROWS = Number(process.env.STATE_ROWS ?? 60_000);
/** Most filters read less than 1,000, and some, by one of two plans, 6,700. To look up each notification takes 240,000. */
const MAX_BLOCKS = 10_000;

const { database } = await useTestDatabase({ poolSize: 1 });

/**
 * Notifications with two jobs: most are delivered; 2 % are skipped and 2 % failed without an address. The oldest hundred
 * have what is rare: twenty each of failures of ours, waiting and merged ones, and messages that are tried again.
 */
async function seed(): Promise<void> {
  await database.queryPlanned(sql`
    insert into environments (id, organization_id, name) values ('e', 'o', 'states')`);
  await database.queryPlanned(sql`
    create temporary table seeded as
    select i, lpad(i::text, 24, '0') as id, case
      when i <= 20 then 'ours' when i <= 40 then 'waiting' when i <= 60 then 'merged' when i <= 80 then 'retried'
      when i % 50 = 1 then 'skipped' when i % 50 = 2 then 'failed' else 'delivered' end as kind
    from generate_series(1, ${ROWS}::integer) as i`);
  await database.queryPlanned(sql`
    insert into notifications (environment_id, id, trigger_id, workflow_id, workflow_version, subscriber_id, created_at)
    select 'e', id, id, 'w', 1, 's', now() from seeded`);
  await database.queryPlanned(sql`
    insert into jobs (environment_id, notification_id, position, id, step_id, type, status, due_at, created_at, updated_at)
    select 'e', s.id, p, 'j' || p || substr(s.id, 3), 'x', case p when 0 then 'delay' else 'email' end, case
        when s.kind in ('ours', 'failed') and p = 1 then 'failed' when s.kind = 'skipped' and p = 1 then 'canceled'
        when s.kind = 'waiting' then case p when 0 then 'delayed' else 'pending' end when s.kind = 'merged' then 'merged'
        when s.kind = 'retried' and p = 1 then 'running' else 'completed' end,
      case when s.kind = 'waiting' and p = 0 or s.kind = 'retried' and p = 1 then now() end, now(), now()
    from seeded s cross join generate_series(0, 1) as p`);
  await database.queryPlanned(sql`
    insert into execution_details (environment_id, notification_id, id, position, code, raw, created_at)
    select 'e', s.id, 'd' || p || substr(s.id, 3), 1, case when p = 0 then 'step_queued' else case s.kind
        when 'ours' then 'content_failed' when 'merged' then 'digest_merged' when 'skipped' then 'condition_not_met'
        when 'failed' then 'no_email' when 'retried' then 'attempt_failed' when 'waiting' then 'step_delayed'
        else 'message_sent' end end, '{}', now()
    from seeded s cross join generate_series(0, 1) as p`);
  await database.queryPlanned(sql`
    insert into messages (environment_id, id, notification_id, position, subscriber_id, channel, status, error_id,
      next_attempt_at, created_at, updated_at)
    select 'e', 'm' || substr(id, 2), id, 1, 's', 'email', case when kind = 'delivered' then 'sent' end,
      case when kind = 'retried' then 'provider_retryable' end, case when kind = 'retried' then now() end, now(), now()
    from seeded where kind in ('delivered', 'retried')`);
  for (const table of [sql`notifications`, sql`jobs`, sql`execution_details`, sql`messages`]) {
    await database.queryPlanned(sql`vacuum analyze ${table}`);
  }
}

beforeAll(seed);

const filters: [string, StateFilter, number][] = [
  ["waiting", { states: ["waiting"] }, 40],
  ["delivered", { states: ["delivered"] }, 50],
  ["failed", { states: ["failed"] }, 50],
  ["skipped", { states: ["skipped"] }, 50],
  ["merged", { states: ["merged"] }, 20],
  ["skipped and merged", { states: ["skipped", "merged"] }, 50],
  ["waiting and failed", { states: ["waiting", "failed"] }, 50],
  ["attention", { attention: true }, 40],
  ["code content_failed", { codes: ["content_failed"] }, 20],
  ["code no_email", { codes: ["no_email"] }, 50],
  ["codes no_email and content_failed", { codes: ["no_email", "content_failed"] }, 50],
  ["code of none", { codes: ["step_crashed"] }, 0],
  ["due before now", { dueBefore: new Date("2100-01-01") }, 40],
  ["due long ago", { dueBefore: new Date(0) }, 0],
  ["attention and code content_failed", { attention: true, codes: ["content_failed"] }, 20],
  ["attention and code no_email", { attention: true, codes: ["no_email"] }, 0],
  ["code no_email and waiting", { codes: ["no_email"], states: ["waiting"] }, 0],
  ["code no_email, waiting and merged", { codes: ["no_email"], states: ["waiting", "merged"] }, 0],
  ["code no_email, failed and skipped", { codes: ["no_email"], states: ["failed", "skipped"] }, 50],
  ["code content_failed and failed", { codes: ["content_failed"], states: ["failed"] }, 20],
  ["attention and failed", { attention: true, states: ["failed"] }, 20],
];
const middle = String(ROWS / 2).padStart(24, "0");
const places: [string, Place][] = [
  ["first page", { offset: 0 }],
  ["after the middle", { afterId: middle }],
  ["before the middle", { beforeId: middle }],
];

test.each(
  filters.flatMap(([name, filter, most]) => places.map(([at, place]) => ({ name, filter, most, at, place }))),
)(
  `among ${ROWS} notifications, $name: $at reads less than ${MAX_BLOCKS} blocks`,
  async ({ name, filter, most, at, place }) => {
    const counted = countBlocks(database);
    const ids = await findIds(counted.database, "e", filter, { place, count: 50 });
    if (process.env.STATE_ROWS)
      process.stdout.write(`${name}, ${at}: ${counted.blocks()} blocks, ${ids.length}\n`);
    // What is rare is older than the middle.
    expect(ids).toHaveLength("beforeId" in place && most < 50 ? 0 : most);
    expect(counted.blocks()).toBeLessThan(MAX_BLOCKS);
  },
);

test.each([
  ["details_of_our_failures", OUR_FAILURES],
  ["details_of_reasons", REASON_CODES],
])("the index %s has the codes of the contract", async (index, codes) => {
  const [row] = await database.queryPlanned<{ predicate: string }>(sql`
    select pg_get_expr(indpred, indrelid) as predicate from pg_index where indexrelid = ${index}::regclass`);
  const indexed = [...(row?.predicate ?? "").matchAll(/'(\w+)'/g)].map(([, code]) => code);
  expect(indexed.toSorted()).toEqual([...codes].toSorted());
});
