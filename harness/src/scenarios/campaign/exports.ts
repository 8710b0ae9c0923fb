import type { TestBed } from "../../scenario.ts";
import type { Activity } from "./activity.ts";
import { type Api, openApi } from "./api.ts";
import { type Exported, lostRecords, readExport } from "./exported.ts";
import { READERS, readerOf } from "./requests.ts";

/** Reads exports, and compares those of one subscriber: nothing of a subscriber disappears before its deletion. */
export type Exporter = {
  /** @returns undefined if the response was cut, or refused because the subscriber was deleted. */
  read(subscriberId: string): Promise<Exported | undefined>;
};

export function createExporter(testBed: TestBed, name: string): Exporter {
  const api = openApi(testBed, name);
  const known = new Map<string, Set<string>>();
  return {
    read: async (subscriberId) => {
      const text = await textOf(api, testBed, subscriberId);
      if (text === undefined) return undefined;
      const exported = readExport(text);
      const report = (what: string) => testBed.expect(false, `the export of ${subscriberId}: ${what}`);
      if (exported.fault) report(exported.fault);
      if (!exported.isWhole) return undefined;
      const lost = lostRecords(known.get(subscriberId) ?? new Set(), exported);
      if (lost.length > 0) report(`is complete, but lacks ${lost.length} records of an earlier one`);
      known.set(subscriberId, new Set(exported.records.map(({ cursor }) => cursor)));
      return exported;
    },
  };
}

/** undefined without a complete response: it is not requested again, because it shows that the export was cut. */
async function textOf(api: Api, { expect }: TestBed, subscriberId: string): Promise<string | undefined> {
  const path = `/v1/subscribers/${subscriberId}/export`;
  const attempt = await api.attempt({ method: "GET", path });
  if (attempt.kind !== "answered") return undefined;
  const { status, text } = attempt.answer;
  expect(status === 200 || status === 404, `the export of ${subscriberId} was answered ${status}`);
  return status === 200 ? text : undefined;
}

const PAUSE_MS = 15_000;
/** On an idle machine: an API that sheds load asks for a retry. */
const READ_WITHIN_MS = 30_000;

/** Exports of readers, whose data grow meanwhile. At the end, those of all readers have what the store has. */
export function readerExports(): Activity {
  let count = 0;
  return {
    name: "exports",
    pauseMs: PAUSE_MS,
    count: () => count,
    begin: async (testBed) => {
      const exporter = createExporter(testBed, "exports");
      const random = testBed.random.fork("exports");
      testBed.afterSettling(async () => {
        for (let n = 0; n < READERS; n += 1) await expectComplete(testBed, exporter, readerOf(n));
      });
      return async () => {
        if (await exporter.read(readerOf(random.integer(0, READERS - 1)))) count += 1;
      };
    },
  };
}

async function expectComplete(testBed: TestBed, exporter: Exporter, subscriberId: string): Promise<void> {
  const { rows } = await testBed.cluster.withDatabase((client) =>
    client.query<{ notifications: number; messages: number }>(
      `select (select count(*)::int from notifications n where n.subscriber_id = s.id) as notifications,
         (select count(*)::int from messages m where m.subscriber_id = s.id) as messages
       from subscribers s where s.subscriber_id = $1`,
      [subscriberId],
    ),
  );
  let exported: Exported | undefined;
  const isRead = async () => {
    exported = await exporter.read(subscriberId);
    return exported !== undefined;
  };
  await testBed.waitUntil(isRead, READ_WITHIN_MS);
  const countOf = (type: string) => exported?.records.filter((record) => record.type === type).length ?? 0;
  for (const [type, stored] of [
    ["notification", rows[0]?.notifications ?? 0],
    ["message", rows[0]?.messages ?? 0],
  ] as const)
    testBed.expect(
      countOf(type) === stored,
      `the last export of ${subscriberId} has ${countOf(type)} records of type ${type}, the store ${stored}`,
    );
}
