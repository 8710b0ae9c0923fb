import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { countBlocks } from "../../testing/count-blocks.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { insertEnvironment } from "../environments/environment-store.ts";
import { newId } from "../foundation/id.ts";
import { type SubscriberId, subscriberKeyOf } from "../foundation/ids.ts";
import { upsertSubscriber } from "../subscribers/subscriber-store.ts";
import { EXPORT_PARTS, type ExportedPerson } from "./export-parts-store.ts";
import { type Exported, exportSubscriber } from "./export-subscriber.ts";
import { createExportsInProgress } from "./exports-in-progress.ts";
import { factsOf, PERSONAL_TABLES } from "./personal-data.ts";

const NOW = Date.parse("2026-08-01T12:00:00Z");
const environmentId = newId(NOW);
const { database } = await useTestDatabase();
let person: ExportedPerson;
let next = 0;

beforeAll(async () => {
  const facts = { organizationId: newId(NOW), isTest: false, createdAt: new Date(NOW) };
  await insertEnvironment(database, { id: environmentId, name: "test", ...facts });
  await store(20, newId<SubscriberId>(NOW));
});

/** Messages of a subscriber, each with a text of so many characters, and a notification with a step and a detail. */
async function store(count: number, id: SubscriberId, characters = 1): Promise<void> {
  const from = next + 1;
  next += count;
  await database.queryPlanned(sql`
    with made as (select lpad(n::text, 24, '0') as id from generate_series(${from}::integer, ${next}::integer) n),
    n as (
      insert into notifications (environment_id, id, trigger_id, workflow_id, workflow_version, subscriber_id, created_at)
      select ${environmentId}, id, id, 'w', 1, ${id}, now() from made
    ), j as (
      insert into jobs (environment_id, notification_id, position, id, step_id, type, status, created_at, updated_at)
      select ${environmentId}, id, 0, id, 's', 'email', 'completed', now(), now() from made
    ), d as (
      insert into execution_details (environment_id, notification_id, id, position, code, raw, created_at)
      select ${environmentId}, id, id, 0, 'message_sent', '{}', now() from made
    )
    insert into messages (environment_id, id, notification_id, position, subscriber_id, channel, status, subject, created_at,
      updated_at)
    select ${environmentId}, id, id, 0, ${id}, 'email', 'sent', repeat('x', ${characters}::integer), now(), now() from made`);
}

async function newPerson(key: string): Promise<ExportedPerson> {
  const subscriberKey = subscriberKeyOf(key);
  const id = newId<SubscriberId>(NOW);
  await upsertSubscriber(database, environmentId, { id, subscriberKey, profile: {} });
  return { environmentId, id, subscriberKey };
}

async function all(
  pages: AsyncGenerator<Exported[], boolean>,
): Promise<{ pages: Exported[][]; isWhole: boolean }> {
  const read: Exported[][] = [];
  for (;;) {
    const { value, done } = await pages.next();
    if (done) return { pages: read, isWhole: value };
    read.push(value);
  }
}

test("the parts: each table of the list with lines has a part", () => {
  const tables = new Set(EXPORT_PARTS.map(({ table }) => table));
  const withLines = PERSONAL_TABLES.filter((table) => typeof factsOf(table).line !== "string");
  expect([...tables].sort()).toEqual([...withLines].sort());
});

test("3,000 notifications: each record once, in order, by few statements that read only own rows", async () => {
  person = await newPerson("ada");
  await store(3_000, person.id);
  await database.queryPlanned(sql`analyze`);
  const before = database.statementCount;
  const { pages, isWhole } = await all(exportSubscriber(database, person, undefined));
  expect(isWhole).toBe(true);
  for (const name of ["notifications", "jobs", "details", "messages"]) {
    const keys = pages.flat().flatMap(({ part, row }) => (part.name === name ? [row.keys.join()] : []));
    expect([name, new Set(keys).size]).toEqual([name, 3_000]);
    expect(keys).toEqual(keys.toSorted());
  }
  expect(database.statementCount - before).toBeLessThan(110);

  // A page of another subscriber costs the same, whatever others have.
  const few = await newPerson("bob");
  await store(20, few.id);
  const counted = countBlocks(database);
  await all(exportSubscriber(counted.database, few, undefined));
  expect(counted.blocks()).toBeLessThan(2_000);
});

test("large records: a page has a megabyte at most, or one record", async () => {
  const large = await newPerson("carl");
  await store(30, large.id, 300_000);
  const { pages } = await all(exportSubscriber(database, large, undefined));
  const messages = pages.filter(([first]) => first?.part.name === "messages");
  expect(messages.flat()).toHaveLength(30);
  for (const page of messages)
    expect(JSON.stringify(page.map(({ row }) => row.data)).length).toBeLessThan(1_010_000);
});

test("a slow reader: the next page is read only when it is asked for, and no transaction is open meanwhile", async () => {
  const pages = exportSubscriber(database, person, { part: "messages", keys: [""] });
  await pages.next();
  const before = database.statementCount;
  const open = await database.queryPlanned<{ state: string }>(sql`
    select state from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`);
  expect([open, database.statementCount - before]).toEqual([[], 1]);
  await pages.next();
  expect(database.statementCount - before).toBe(2);
  await pages.return(false);
});

test("a subscriber that is deleted during its export: the export does not end as a whole one", async () => {
  const gone = await newPerson("dora");
  await store(100, gone.id);
  const pages = exportSubscriber(database, gone, undefined);
  await pages.next();
  await database.queryPlanned(
    sql`delete from subscribers where environment_id = ${environmentId} and id = ${gone.id}`,
  );
  expect((await all(pages)).isWhole).toBe(false);
});

test("exports at once: at most eight of an environment; each end gives its place back once", () => {
  const inProgress = createExportsInProgress();
  const leaves = Array.from({ length: 8 }, () => inProgress.enter("a"));
  expect(() => inProgress.enter("a")).toThrow("8 exports of this environment are in progress");
  inProgress.enter("b")();
  leaves[0]?.();
  leaves[0]?.();
  inProgress.enter("a");
  expect(() => inProgress.enter("a")).toThrow();
});
