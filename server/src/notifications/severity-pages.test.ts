import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { countBlocks } from "../../testing/count-blocks.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { findIds } from "./find-ids-store.ts";
import { listNotifications } from "./notification-list-store.ts";
import { findVersionKeys } from "./notification-store.ts";
import { findSeverityFilter, type SeverityFilter } from "./severity-filter-store.ts";

/** bench/RESULTS.md has the results for SEVERITY_ROWS=400000. If the variable is set, the test prints the blocks that are read. */
const ROWS = Number(process.env.SEVERITY_ROWS ?? 60_000);
const LIMIT = 10;
const LAST_PAGE = Math.min(10_000, Math.floor((ROWS * 0.8) / LIMIT));
/** A scan of all triggers and notifications reads four times as many for the first page, and a join of each far more. */
const maxBlocks = (page: number) => (page === 1 ? 600 : 5_000);

const { database } = await useTestDatabase({ poolSize: 1 });

/** One trigger for each notification; 2 % of the triggers have a severity, and three workflows have different ones. */
async function seed(): Promise<void> {
  await database.queryPlanned(sql`
    insert into environments (id, organization_id, name) values ('e', 'o', 'severity')`);
  await database.queryPlanned(sql`
    insert into workflows (environment_id, id, identifier, version, is_active)
    select 'e', w, w, 1, true from unnest(array['w0', 'w1', 'w2']) as w`);
  await database.queryPlanned(sql`
    insert into workflow_versions (environment_id, workflow_id, version, definition)
    select 'e', w, 1, json_build_object('severity', said)
    from unnest(array['w0', 'w1', 'w2'], array['none', 'high', 'low']) as x(w, said)`);
  await database.queryPlanned(sql`
    insert into triggers (environment_id, id, transaction_id, fingerprint, workflow_id, workflow_version, is_broadcast,
      recipients, payload, overrides, created_at)
    select 'e', lpad(i::text, 24, '0'), 'txn_' || i, ''::bytea,
      case when i % 1000 = 7 then 'w2' when i % 10 = 3 then 'w1' else 'w0' end, 1, false, '[]', '{"text": "hello"}',
      case when i % 50 = 0 then json_build_object('severity', (array['none', 'low', 'medium', 'high'])[1 + i / 50 % 4])
        else '{}' end, now()
    from generate_series(1, ${ROWS}::integer) as i`);
  await database.queryPlanned(sql`
    insert into notifications (environment_id, id, trigger_id, workflow_id, workflow_version, subscriber_id, created_at)
    select 'e', 'a' || substr(id, 2), id, workflow_id, workflow_version, 's', created_at
    from triggers where environment_id = 'e'`);
  await database.queryPlanned(sql`vacuum analyze triggers`);
  await database.queryPlanned(sql`vacuum analyze notifications`);
}

beforeAll(seed);

/** As a list does it: 2 % of the triggers are few enough to be read before the list. */
async function severityOf(...words: string[]): Promise<SeverityFilter> {
  const versions = await findVersionKeys(database, "e", { severities: words });
  return findSeverityFilter(database, "e", words, versions);
}

const pages = [1, LAST_PAGE / 10, LAST_PAGE].flatMap((page) =>
  [["none"], ["none", "high"], ["low"], ["medium"]].map((words) => [words.join("&"), page, words] as const),
);

test.each(pages)(
  `among ${ROWS} notifications, severity=%s page %i reads few blocks`,
  async (name, page, words) => {
    const severity = await severityOf(...words);
    const counted = countBlocks(database);
    const window = { offset: page * LIMIT, limit: LIMIT, eventsPerDigest: 20 };
    const { notifications: found } = await listNotifications(counted.database, "e", { severity }, window);
    if (process.env.SEVERITY_ROWS) process.stdout.write(`${name} page ${page}: ${counted.blocks()} blocks\n`);
    // Only the pages of `none` are full for sure.
    expect(found.length).toBeGreaterThanOrEqual(name.startsWith("none") ? LIMIT : 0);
    expect(found.length).toBeLessThanOrEqual(LIMIT);
    expect(counted.blocks()).toBeLessThan(maxBlocks(page));
  },
);

test.each([["low"], ["medium"], ["none", "high"]])(
  "severities %s %s: each notification is found by its trigger's, or else by its workflow's",
  async (...given) => {
    const words = given.filter((word) => word !== undefined);
    const ids = await database.queryPlanned<{ id: string }>(sql`
      select n.id from notifications n join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id
        join workflow_versions v on v.environment_id = n.environment_id and v.workflow_id = n.workflow_id
      where n.environment_id = 'e' and coalesce(t.overrides ->> 'severity', v.definition ->> 'severity') = any(${words})
      order by n.id desc limit 1000`);
    const { triggers, ...ofMany } = await severityOf(...words);
    const window = { offset: 0, limit: 1_000, eventsPerDigest: 20 };
    for (const severity of [ofMany, { ...ofMany, ...(triggers ? { triggers } : {}) }]) {
      const { notifications: found } = await listNotifications(database, "e", { severity }, window);
      expect(found.map(({ id }) => id)).toEqual(ids.map(({ id }) => id));
    }
  },
);

test("a severity with states: only notifications with both are found, on each page", async () => {
  const severity = await severityOf("high");
  const all = await findIds(database, "e", { severity }, { place: { offset: 0 }, count: 30 });
  const delivered = { severity, states: ["delivered"] } as const;
  expect(await findIds(database, "e", delivered, { place: { offset: 10 }, count: 5 })).toEqual(
    all.slice(10, 15),
  );
  expect(await findIds(database, "e", delivered, { place: { beforeId: all[10] ?? "" }, count: 5 })).toEqual(
    all.slice(5, 10).toReversed(),
  );
  const failed = { severity, states: ["failed"] } as const;
  expect(await findIds(database, "e", failed, { place: { offset: 0 }, count: 5 })).toEqual([]);
});
