import pg from "pg";
import { connectionTo, countStatements, postmasterOf, withClient } from "./postgres.ts";
import { likeStoredRows, type RowWriter } from "./stored-rows.ts";
import type { Contender, Round } from "./workload.ts";

const BATCH = 500;
const CONNECTIONS = 4;

type Sizes = {
  count: number;
  warmUp: number;
  /** Operations of one statement; default 500. */
  batch?: number;
  /** Statements at a time; default 4. With one statement of one operation at a time, latencies are measured instead of a rate. */
  connections?: number;
  /** Tables whose rows are stored once for all operations. */
  leftOut?: readonly string[];
};

/**
 * The limit: the rows that the service stores, and nothing else, through the same driver into the same PostgreSQL. The rows are
 * those of the newest notification in the service's database, so one must be stored.
 */
export async function openLimit(dataDirectory: string, sizes: Sizes, name = "limit"): Promise<Contender> {
  const { batch = BATCH, connections = CONNECTIONS, leftOut = [] } = sizes;
  const prefix = `limit_${name.replaceAll(/\W/g, "_")}_`;
  const writer = await withClient(dataDirectory, (client) => likeStoredRows(client, { prefix, leftOut }));
  const pool = new pg.Pool({ ...connectionTo(dataDirectory), max: connections });
  let next = 0;
  const store = async (count: number): Promise<Round> => {
    const first = next;
    next += count;
    return storeRows({ pool, writer, batch, first, end: next });
  };
  const operations = batch === 1 ? "each operation" : `${batch} operations`;
  return {
    name,
    note: `the same rows in ${writer.tables.length} tables with a primary key only, by one statement for ${operations} over ${connections} connections; no HTTP, no checks, no queue. Its load generator is the SQL client.`,
    roots: () => [postmasterOf(dataDirectory)],
    countStatements: (work, options) => countStatements(dataDirectory, work, options),
    warmUp: () => store(sizes.warmUp),
    round: () => store(sizes.count),
    close: () => pool.end(),
  };
}

type Storing = { pool: pg.Pool; writer: RowWriter; batch: number; first: number; end: number };

async function storeRows({ pool, writer, batch, first, end }: Storing): Promise<Round> {
  const latenciesMs: number[] = [];
  const connections = pool.options.max ?? 1;
  const isOneAtATime = batch === 1 && connections === 1;
  const startMs = performance.now();
  let next = first;
  const storeLoop = async () => {
    while (next < end) {
      const from = next;
      next = Math.min(end, next + batch);
      const values = writer.valuesFor(from, next - from);
      const sentMs = performance.now();
      await pool.query({ name: "limit", text: writer.statement, values });
      latenciesMs.push(performance.now() - sentMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, storeLoop));
  const durationMs = performance.now() - startMs;
  await expectStored(pool, writer, end);
  return { operations: end - first, ...(isOneAtATime ? { latenciesMs } : { durationMs }) };
}

async function expectStored(pool: pg.Pool, { tables }: RowWriter, expected: number): Promise<void> {
  for (const table of tables) {
    const { rows } = await pool.query<{ count: number }>(`select count(*)::int from ${table}`);
    const stored = rows[0]?.count ?? 0;
    if (stored < expected || stored % expected !== 0)
      throw new Error(`${table} has ${stored} rows after ${expected} operations`);
  }
}
