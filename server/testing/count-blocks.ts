import sql, { raw } from "sql-template-tag";
import type { Queryable, Statement } from "../src/database/database.ts";

type Explained = { "QUERY PLAN": [{ Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number } }] };

/** The same queries; each is also explained, and the blocks (of 8 KiB) that PostgreSQL read for them are added up. */
export function countBlocks(on: Queryable): { database: Queryable; blocks: () => number } {
  let blocks = 0;
  const explained = async (statement: Statement) => {
    const explain = sql`${raw("explain (analyze, buffers, format json) ")}${statement}`;
    const [row] = await on.queryPlanned<Explained>(explain);
    const plan = row?.["QUERY PLAN"][0].Plan;
    blocks += (plan?.["Shared Hit Blocks"] ?? Number.NaN) + (plan?.["Shared Read Blocks"] ?? 0);
  };
  const database: Queryable = {
    secrets: on.secrets,
    query: async (statement) => {
      await explained(statement);
      return on.query(statement);
    },
    queryPlanned: async (statement) => {
      await explained(statement);
      return on.queryPlanned(statement);
    },
  };
  return { database, blocks: () => blocks };
}
