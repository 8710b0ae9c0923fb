import { type ColumnFact, type Rows, type TableFacts, wordsOf } from "./facts.ts";
import { TABLES_OF_MESSAGES } from "./tables-of-messages.ts";
import { TABLES_OF_SUBSCRIBERS } from "./tables-of-subscribers.ts";
import { TABLES_OF_TRIGGERS } from "./tables-of-triggers.ts";

/**
 * The one list of all columns that may hold something of a person: a payload, an address, a name, a free text. Erasure, retention and
 * export take their columns from it. A test compares it with the schema of a migrated database: a new column of text or JSON fails it
 * until the column has its row here, or its table a reason among `IMPERSONAL_TABLES`.
 */
const PERSONAL_DATA = {
  ...TABLES_OF_SUBSCRIBERS,
  ...TABLES_OF_TRIGGERS,
  ...TABLES_OF_MESSAGES,
} as const satisfies Record<string, TableFacts>;

export type PersonalTable = keyof typeof PERSONAL_DATA;

/** The list, with the general types of its entries. */
const TABLES: Readonly<Record<PersonalTable, TableFacts>> = PERSONAL_DATA;

export function factsOf(table: PersonalTable): TableFacts {
  return TABLES[table];
}

export const PERSONAL_TABLES = Object.keys(TABLES) as readonly PersonalTable[];

/** Tables with no data of subscribers, each with the reason. */
export const IMPERSONAL_TABLES: Readonly<Record<string, string>> = {
  ...namedAs(
    "settings of the installation",
    "environments api_keys integrations workflows workflow_versions topics",
  ),
  ...namedAs("the state of the store", "schema_migrations sealed_tables zone_data"),
  ...namedAs("hashes, for an hour or two", "receipt_signatures"),
  ...namedAs("the state of processes", "workers inbox_processes"),
  ...namedAs("operators, not subscribers", "dashboard_sessions dashboard_session_keys sign_in_links"),
  ...namedAs("numbers", "statistics_appends statistics_hours statistics_days count_appends message_counts"),
  ...namedAs("numbers", "message_spans dead_letter_counts notification_appends notification_spans"),
  ...namedAs("numbers, and which places workers have taken", "integration_rates"),
  // `last_error` is the last answer of a provider that is down; it ends with its minute, after a day.
  ...namedAs("the health of integrations, for a day", "integration_minutes"),
};

function namedAs(reason: string, tables: string): Record<string, string> {
  return Object.fromEntries(wordsOf(tables).map((table) => [table, reason]));
}

/** Tables whose rows of a subscriber the erasure treats in this way. */
export function tablesWith(rows: Rows): PersonalTable[] {
  return PERSONAL_TABLES.filter((table) => TABLES[table].rows === rows);
}

/** `column = expression, …` for the UPDATE that erases kept rows of a table. */
export function erasedColumns(table: PersonalTable): string {
  const { columns, marks = {} } = TABLES[table];
  const changes = Object.entries(columns).flatMap(([column, { becomes }]) =>
    becomes === undefined ? [] : [[column, becomes]],
  );
  return [...changes, ...Object.entries(marks)].map(([column, value]) => `${column} = ${value}`).join(", ");
}

export type CopiedColumn = { table: PersonalTable; column: string; form: NonNullable<ColumnFact["copy"]> };

/** Columns with copies of a trigger's payload in the rows of its other recipients. */
export const COPIED_COLUMNS: readonly CopiedColumn[] = PERSONAL_TABLES.flatMap((table) =>
  Object.entries(TABLES[table].columns).flatMap(([column, { copy }]) =>
    copy === undefined ? [] : [{ table, column, form: copy }],
  ),
);

/** A column and its name in the export. */
export type ExportedColumn = { column: string; name: string };

/** Columns of ids that are no ids of ours. */
const CODES_AND_FOREIGN_IDS = ["provider_id", "error_id", "provider_message_id"];

/**
 * The columns that the export gives of a table as they are, in the order of the list; those with masks are added by `export-wire.ts`.
 * `environment_id` is the same for all.
 */
export function exportedColumns(table: PersonalTable): ExportedColumn[] {
  const { columns, ids, numbers } = TABLES[table];
  const shown = Object.entries(columns).filter(
    ([, { hidden, isMasked }]) => hidden === undefined && !isMasked,
  );
  const ofOurs = wordsOf(ids).filter((column) => column !== "environment_id");
  return [
    ...ofOurs.map((column) => ({ column, name: nameOfId(column) })),
    ...[...shown.map(([column]) => column), ...wordsOf(numbers)].map((column) => ({
      column,
      name: camel(column),
    })),
  ];
}

/** The names of the columns of times, numbers and switches in the export of a table. */
export function exportedNumbers(table: PersonalTable): string[] {
  return wordsOf(TABLES[table].numbers).map(camel);
}

/** Ids of ours begin with `_`, as everywhere in the API. */
function nameOfId(column: string): string {
  const isOurs = /(^|_)id$/.test(column) && !CODES_AND_FOREIGN_IDS.includes(column);
  return isOurs ? `_${camel(column)}` : camel(column);
}

function camel(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
