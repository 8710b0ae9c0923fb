import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { useTestDatabase } from "../../../testing/test-database.ts";
import type { Transactional } from "../../database/database.ts";
import { insertEnvironment } from "../../environments/environment-store.ts";
import { newId } from "../../foundation/id.ts";
import { type SubscriberId, subscriberKeyOf } from "../../foundation/ids.ts";
import { generateKeyring, parseKeyring } from "../../foundation/secrets.ts";
import { deleteSubscriber } from "../../subscribers/delete-subscriber.ts";
import { upsertSubscriber } from "../../subscribers/subscriber-store.ts";
import { eraseStep } from "./erase-step.ts";
import { claimErasure } from "./erasure-claim-store.ts";
import {
  DELETED_ROWS,
  OF_DEAD_LETTERS,
  OF_MESSAGES,
  OF_NOTIFICATIONS,
  OF_TRIGGERS,
} from "./personal-data.ts";
import { redact } from "./redact.ts";

const NOW = Date.parse("2026-08-01T12:00:00Z");
const environmentId = newId(NOW);
const keyring = parseKeyring(generateKeyring());
const { database } = await useTestDatabase({ keyring });
beforeAll(async () => {
  const facts = { organizationId: newId(NOW), isTest: false, createdAt: new Date(NOW) };
  await insertEnvironment(database, { id: environmentId, name: "test", ...facts });
});

/** More than two batches, each with a trigger of its own, a step, a detail and a mail in the outbox. */
const COUNT = 450;

async function sendMany(subscriberId: string): Promise<void> {
  await database.queryPlanned(sql`
    with made as (
      select lpad(n::text, 24, '0') as id, 'txn' || n as txn from generate_series(1, ${COUNT}::integer) n
    ), t as (
      insert into triggers (environment_id, id, transaction_id, fingerprint, workflow_id, workflow_version, is_broadcast,
        recipients, payload, overrides, created_at)
      select ${environmentId}, id, txn, '', 'w', 1, false, '[{"subscriberId":"ada","profile":{"email":"ada@example.com"}}]',
        '{"secret":"payload"}', '{}', now() from made
    ), n as (
      insert into notifications (environment_id, id, trigger_id, workflow_id, workflow_version,
        subscriber_id, created_at)
      select ${environmentId}, id, id, 'w', 1, ${subscriberId}, now() from made
    ), j as (
      insert into jobs (environment_id, notification_id, position, id, step_id, type, status, output, created_at, updated_at)
      select ${environmentId}, id, 0, id, 's', 'email', 'completed', '{"secret":1}', now(), now() from made
    ), d as (
      insert into execution_details (environment_id, notification_id, id, position, code, raw, created_at)
      select ${environmentId}, id, id, 0, 'message_sent', 'secret', now() from made
    )
    insert into messages (environment_id, id, notification_id, position, subscriber_id, channel, status, provider_id, integration_id, subject, email, created_at, updated_at)
    select ${environmentId}, id, id, 0, ${subscriberId}, 'email', 'sent', 'svc-email', 'i', 'secret',
      'ada@example.com', now(), now() from made`);
}

async function leftovers(): Promise<number> {
  const [row] = await database.queryPlanned<{ count: number }>(sql`
    select ((select count(*) from triggers where payload::text <> '{}' or recipients::text <> '[]')
      + (select count(*) from jobs where output is not null) + (select count(*) from execution_details where raw is not null)
      + (select count(*) from messages where subject is not null or email is not null or erased_at is null))::integer
      as count`);
  return row?.count ?? -1;
}

/** All statements of a transaction succeed, and then its connection is lost. */
const broken = (): Transactional => ({
  ...database,
  transaction: (work) =>
    database.transaction(async (tx) => {
      await work(tx);
      throw new Error("lost");
    }),
});

describe("an erasure", () => {
  test("erasure: resumes after a failure at any step; a new subscriber with the same key stays", async () => {
    const ada = await upsertSubscriber(database, environmentId, {
      id: newId(NOW),
      subscriberKey: subscriberKeyOf("ada"),
      profile: { email: "ada@example.com" },
    });
    await sendMany(ada.id);
    expect(await deleteSubscriber(database, environmentId, subscriberKeyOf("ada"))).toBe(true);
    const again = {
      id: newId<SubscriberId>(NOW),
      subscriberKey: subscriberKeyOf("ada"),
      profile: { email: "ada@example.com" },
    };
    await upsertSubscriber(database, environmentId, again);
    expect(await leftovers()).toBe(4 * COUNT);
    const removed = new Set<string>();
    let steps = 0;
    let failures = 0;
    for (let isOver = false; !isOver; steps++) {
      const erasure = await claimErasure(database);
      if (!erasure) throw new Error("nothing is due");
      // Taken: no other worker has it until the lease ends.
      expect(await claimErasure(database)).toBeUndefined();
      const isFailing = steps % 2 === 0;
      const outbox = {
        removeMails: async (keys: readonly string[]) => {
          for (const key of keys) removed.add(key);
        },
      };
      const parts = { database: isFailing ? broken() : database, outbox };
      isOver = await eraseStep(parts, erasure).catch(() => {
        failures += 1;
        return false;
      });
      await database.queryPlanned(sql`update erasures set due_at = now()`);
    }
    expect(failures).toBeGreaterThan(5);
    expect(await leftovers()).toBe(0);
    expect(removed.size).toBe(COUNT);
    expect(await database.queryPlanned(sql`select 1 from erasures`)).toEqual([]);
    const rows = await database.queryPlanned(sql`select id from subscribers where email = 'ada@example.com'`);
    expect(rows).toEqual([{ id: again.id }]);
  });
});

/** Columns that cannot hold anything of a subscriber: ids of ours, codes, times, numbers. Or they are not the subscriber's. */
const HARMLESS: Record<string, string> = {
  triggers:
    "environment_id id transaction_id fingerprint workflow_id topics actor context_keys failure created_at",
  fanouts: "environment_id trigger_id cursor",
  notifications: "environment_id id trigger_id transaction_id workflow_id subscriber_id digested_into",
  jobs: "environment_id notification_id id step_id type status provider_id packed_details",
  messages: `environment_id id notification_id job_id transaction_id workflow_id step_id subscriber_id channel provider_id
    integration_id provider_message_id failed_over_from delivered_at severity`,
  // Removed when the connections of the subscriber end, within a minute of its deletion.
  inbox_presence: "environment_id subscriber_id",
  execution_details: "environment_id notification_id id job_id code provider_id",
  // Operators of the installation, not subscribers.
  dashboard_sessions: "id hash name",
  dashboard_session_keys: "session_id key_hash",
  sign_in_links: "hash name",
  dead_letters: `environment_id id message_id notification_id job_id transaction_id workflow_id step_id subscriber_id channel
    provider_id integration_id reason replay_id discarded_by`,
};
/** Here the whole row goes, with the subscriber or by the erasure; or a statement of its own sees to it. */
const WHOLE_ROWS = [
  "subscribers",
  "subscriber_preferences",
  "topic_members",
  "erasures",
  "contexts",
  "stored_responses",
  "digest_windows",
  "digest_events",
];
/** What belongs to no subscriber. */
const CONFIGURATION = [
  ...["environments", "api_keys", "integrations", "workflows", "workflow_versions", "topics"],
  ...["schema_migrations", "sealed_tables", "zone_data", "workers", "integration_minutes"],
  ...["statistics_appends", "statistics_hours", "statistics_days"],
  ...["count_appends", "message_counts", "message_spans", "dead_letter_counts"],
  ...["notification_appends", "notification_spans"],
];

test("erasure: every text column of every table is erased, or listed as harmless", async () => {
  const erased: Record<string, readonly string[]> = {
    messages: Object.keys(OF_MESSAGES),
    dead_letters: Object.keys(OF_DEAD_LETTERS),
    triggers: Object.keys(OF_TRIGGERS),
  };
  for (const [table, columns] of Object.entries(OF_NOTIFICATIONS)) erased[table] = Object.keys(columns);
  const deleted: string[] = [...WHOLE_ROWS, ...CONFIGURATION, ...DELETED_ROWS];
  const columns = await database.queryPlanned<{ table: string; column: string }>(sql`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea')
    order by 1, c.ordinal_position`);
  const undecided = columns.filter(({ table, column }) => {
    const isHarmless = HARMLESS[table]?.split(/\s+/).includes(column);
    return !deleted.includes(table) && !isHarmless && !erased[table]?.includes(column);
  });
  expect(undecided.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
});

describe("redacting", () => {
  test("replaces addresses inside of texts and keys whatever their case, and nothing else", () => {
    const payload = { to: "Ada <ADA@example.com>", list: [{ "+31 6": 1, n: "ada" }], ok: true, none: null };
    expect(redact(payload, ["ada@example.com", "+31 6"])).toEqual({
      to: "Ada <[erased]>",
      list: [{ "[erased]": 1, n: "ada" }],
      ok: true,
      none: null,
    });
    expect(redact({ a: "a.b (c) [d] $& \\" }, ["(c) [d] $& \\"])).toEqual({ a: "a.b [erased]" });
    expect(redact({ a: "aXb" }, ["a.b"])).toEqual({ a: "aXb" });
    expect(redact(payload, [])).toBe(payload);
  });

  test("keeps a member named __proto__ as a member", () => {
    const payload = JSON.parse('{"__proto__":{"mail":"ada@example.com"}}');
    expect(JSON.stringify(redact(payload, ["ada@example.com"]))).toBe('{"__proto__":{"mail":"[erased]"}}');
  });
});
