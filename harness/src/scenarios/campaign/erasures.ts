import type { TestBed } from "../../scenario.ts";
import type { Activity } from "./activity.ts";
import { type Api, openApi } from "./api.ts";
import { createExporter, type Exporter } from "./exports.ts";
import { lifeRequest, NUMBERS, type Subject, subjectOf, TRACES } from "./requests.ts";

const PAUSE_MS = 4_000;
const TRIGGERS = 2;
/** On an idle machine. */
const ERASED_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 500;

/** Subscribers with personal data get messages, are exported and are deleted meanwhile: at the end, no text of theirs is left. */
export function erasures(): Activity {
  const deleted: Subject[] = [];
  return {
    name: "erasures",
    pauseMs: PAUSE_MS,
    count: () => deleted.length,
    begin: async (testBed) => {
      const erasing = {
        testBed,
        api: openApi(testBed, "erasures"),
        exporter: createExporter(testBed, "erasures"),
      };
      testBed.afterSettling(() => expectErased(testBed, deleted));
      return async (n) => {
        const subject = subjectOf(n);
        if (await liveAndGo(erasing, subject, n)) deleted.push(subject);
      };
    },
  };
}

type Erasing = { testBed: TestBed; api: Api; exporter: Exporter };

/** @returns whether the subscriber was deleted. */
async function liveAndGo({ testBed, api, exporter }: Erasing, subject: Subject, n: number): Promise<boolean> {
  const created = await api.ask({
    method: "POST",
    path: "/v2/subscribers",
    body: subject,
    expects: [200, 201],
  });
  if (!created) return false;
  const requests = Array.from({ length: TRIGGERS }, (_, index) =>
    lifeRequest(testBed.traffic, subject, NUMBERS.life + n * TRIGGERS + index),
  );
  // Steps that have not run before the deletion end without a message.
  for (const { transactionId } of requests) testBed.allowFailure(transactionId);
  await testBed.client.bulk(requests);
  await exporter.read(subject.subscriberId);
  const [gone] = await Promise.all([
    api.ask({
      method: "DELETE",
      path: `/v2/subscribers/${subject.subscriberId}`,
      expects: [200],
      expectsAgain: [404],
    }),
    exporter.read(subject.subscriberId),
  ]);
  return gone !== undefined;
}

async function expectErased(testBed: TestBed, deleted: readonly Subject[]): Promise<void> {
  const isDone = () => testBed.cluster.withDatabase(async (client) => (await openErasures(client)) === 0);
  testBed.expect(
    await testBed.waitUntil(isDone, ERASED_WITHIN_MS, LOOK_EVERY_MS),
    "deleted subscribers were not erased in time",
  );
  const places = await testBed.cluster.withDatabase((client) => placesWith(client, TRACES));
  for (const place of places) testBed.expect(false, `data of a deleted subscriber are left in ${place}`);
  testBed.log(`${deleted.length} subscribers were erased`);
}

type Database = Parameters<Parameters<TestBed["cluster"]["withDatabase"]>[0]>[0];

async function openErasures(client: Database): Promise<number> {
  const { rows } = await client.query<{ open: number }>(
    "select ((select count(*) from erasures) + (select count(*) from erasure_copies))::int as open",
  );
  return rows[0]?.open ?? 0;
}

/** Columns of all tables, with the number of rows whose text matches. */
async function placesWith(client: Database, pattern: string): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const places: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ column: string; count: number }>(
      `select c.key as column, count(*)::int as count from ${name} t cross join json_each_text(row_to_json(t)) c
       where t::text ilike $1 and c.value ilike $1 group by 1`,
      [pattern],
    );
    places.push(...rows.map(({ column, count }) => `${name}.${column} of ${count} rows`));
  }
  return places;
}
