import pg from "pg";
import { connectionTo, countStatements, postmasterOf, withClient } from "./postgres.ts";
import { likeStoredRows, type RowWriter } from "./stored-rows.ts";
import type { Contender, Round } from "./workload.ts";

const BATCH = 500;
const CONNECTIONS = 4;

type Sizes = {
  count: number;
  warmUp: number;
  /** Operations of one statement; default 500. With 1, one statement at a time, and their latencies. */
  batch?: number;
  /** Tables whose rows are stored once for all operations. */
  leftOut?: readonly string[];
};

/**
 * The limit: the rows that the service stores, and nothing else, through the same driver into the same PostgreSQL. The rows are
 * those of the newest notification in the service's database, so one must be stored.
 */
export async function openLimit(dataDirectory: string, sizes: Sizes): Promise<Contender> {
  const writer = await withClient(dataDirectory, (client) => likeStoredRows(client, sizes.leftOut));
  const batch = sizes.batch ?? BATCH;
  const pool = new pg.Pool({ ...connectionTo(dataDirectory), max: batch === 1 ? 1 : CONNECTIONS });
  let next = 0;
  const store = async (count: number): Promise<Round> => {
    const first = next;
    next += count;
    return storeRows({ pool, writer, batch, first, end: next });
  };
  return {
    name: "limit",
    note: `the same rows in ${writer.tables.length} tables with a primary key only, by one statement for ${batch === 1 ? "each operation, one at a time" : `${batch} operations over ${CONNECTIONS} connections`}; no HTTP, no checks, no queue. Its load generator is the SQL client.`,
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
  await Promise.all(Array.from({ length: pool.options.max ?? 1 }, storeLoop));
  const durationMs = performance.now() - startMs;
  await expectStored(pool, writer, end);
  return { operations: end - first, ...(batch === 1 ? { latenciesMs } : { durationMs }) };
}

async function expectStored(pool: pg.Pool, { tables }: RowWriter, expected: number): Promise<void> {
  for (const table of tables) {
    const { rows } = await pool.query<{ count: number }>(`select count(*)::int from ${table}`);
    const stored = rows[0]?.count ?? 0;
    if (stored < expected || stored % expected !== 0)
      throw new Error(`${table} has ${stored} rows after ${expected} operations`);
  }
}
