import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../testing/test-database.ts";
import { retentionRules } from "../delivery/retention/retention-rules.ts";
import { systemTime } from "../foundation/clock.ts";
import { wordsOf } from "./facts.ts";
import { factsOf, IMPERSONAL_TABLES, PERSONAL_TABLES, type PersonalTable } from "./personal-data.ts";

const { database } = await useTestDatabase();

/** Types that can hold a text. */
const TEXTS = ["text", "character varying", "json", "jsonb", "ARRAY", "bytea", "USER-DEFINED"];

type Column = { table: string; column: string; type: string };

const columnsOfDatabase = () =>
  database.queryPlanned<Column>(sql`
    select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, c.ordinal_position`);

/** All columns that the list names of a table. */
function listed(table: PersonalTable): string[] {
  const { columns, ids, numbers, marks = {} } = factsOf(table);
  return [...Object.keys(columns), ...wordsOf(ids), ...wordsOf(numbers), ...Object.keys(marks)];
}

const isPersonal = (table: string): table is PersonalTable =>
  (PERSONAL_TABLES as readonly string[]).includes(table);

test("the list: names every column of text or JSON of every table, or gives the table's reason", async () => {
  const undecided = (await columnsOfDatabase()).filter(({ table, column, type }) => {
    if (!TEXTS.includes(type) || Object.hasOwn(IMPERSONAL_TABLES, table)) return false;
    return !isPersonal(table) || !listed(table).includes(column);
  });
  expect(undecided.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
});

test("the list: names no table or column that does not exist, and none twice", async () => {
  const stored = new Set((await columnsOfDatabase()).map(({ table, column }) => `${table}.${column}`));
  const named = PERSONAL_TABLES.flatMap((table) => listed(table).map((column) => `${table}.${column}`));
  expect(named.filter((one) => !stored.has(one))).toEqual([]);
  const tables = new Set((await columnsOfDatabase()).map(({ table }) => table));
  const all = [...PERSONAL_TABLES, ...Object.keys(IMPERSONAL_TABLES)];
  expect(all.filter((table) => !tables.has(table))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
  for (const table of PERSONAL_TABLES) {
    const { columns, ids, numbers } = factsOf(table);
    const once = [...Object.keys(columns), ...wordsOf(ids), ...wordsOf(numbers)];
    expect([table, new Set(once).size]).toEqual([table, once.length]);
  }
});

test("the list: in kept rows, every personal column is erased or has a reason to stay", () => {
  const silent = PERSONAL_TABLES.filter((table) => factsOf(table).rows === "kept").flatMap((table) =>
    Object.entries(factsOf(table).columns)
      .filter(([, { becomes, kept }]) => (becomes === undefined) === (kept === undefined))
      .map(([column]) => `${table}.${column}`),
  );
  expect(silent).toEqual([]);
});

test("the list: names the retention rules that there are", () => {
  const settings = { retention: {}, outboxLimits: { days: 1, megabytes: 1 } };
  const names = retentionRules({ settings, outboxDirectory: "", clock: systemTime }).map(({ name }) => name);
  const unknown = PERSONAL_TABLES.flatMap((table) => {
    const { ends } = factsOf(table);
    return typeof ends === "string" ? [] : ends.filter((name) => !names.includes(name));
  });
  expect(unknown).toEqual([]);
});
