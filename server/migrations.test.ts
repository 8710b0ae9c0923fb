import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Migrations are additive for the version before: its API processes go on while this one migrates, and a worker of it ends its work.
 * A statement that is not additive states its reason in a comment right before it: `-- Not additive: …`.
 */

const MIGRATIONS = new URL("./migrations/", import.meta.url);
/** Processes of versions with this schema or a newer one may go on during an upgrade (docs/operating.md, "Upgrades"). */
const FIRST_SUPPORTED_SCHEMA = 50;

const BANNED: readonly (readonly [what: string, pattern: RegExp])[] = [
  [
    "drops a table, view, function, trigger or type",
    /\bdrop\s+(table|view|materialized|function|trigger|type|schema)\b/,
  ],
  ["drops a column", /\bdrop\s+column\b/],
  ["drops a constraint", /\bdrop\s+constraint\b/],
  ["renames", /\brename\b/],
  ["changes a type", /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/],
  ["refuses null in an existing column", /\bset\s+not\s+null\b/],
  ["drops a default", /\bdrop\s+default\b/],
  ["adds a constraint", /\badd\s+(constraint|check|unique|primary|foreign|exclude)\b/],
  ["adds a column that must be given", /\badd\s+column\s+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/],
  ["deletes rows", /\b(delete\s+from|truncate)\b/],
];

type Statement = { text: string; reason: string | undefined };

/** The statements of a file, each with its reason. Bodies of functions (`$$ … $$`) are parts of their statement. */
function statementsOf(file: string): Statement[] {
  const pieces = file.match(/(?:--[^\n]*|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|[^;])+/g) ?? [];
  return pieces.map((piece) => {
    const reason = /--\s*Not additive:\s*(\S[^\n]*)/.exec(piece)?.[1];
    const text = piece.replace(/--[^\n]*/g, "").replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''");
    return { text: text.replace(/'(?:[^']|'')*'/g, "''").toLowerCase(), reason };
  });
}

/** What is not additive in a file, without a reason. */
function notAdditive(file: string): string[] {
  const statements = statementsOf(file);
  const all = statements.map(({ text }) => text).join(";\n");
  return statements.flatMap(({ text, reason }) => {
    if (reason !== undefined) return [];
    // An index may be built anew; a process that reads by it meanwhile is only slower.
    const [, dropped] = /\bdrop\s+index\s+(?:if\s+exists\s+)?(\w+)/.exec(text) ?? [];
    const isLost =
      dropped !== undefined && !new RegExp(`\\bcreate\\s+(unique\\s+)?index\\s+${dropped}\\b`).test(all);
    const [, unique] = /\bcreate\s+unique\s+index\s+\w+\s+on\s+(\w+)/.exec(text) ?? [];
    const isNewRule =
      unique !== undefined &&
      !new RegExp(`\\bcreate\\s+table\\s+(if\\s+not\\s+exists\\s+)?${unique}\\b`).test(all);
    return [
      ...BANNED.flatMap(([what, pattern]) => (pattern.test(text) ? [what] : [])),
      ...(isLost ? ["drops an index"] : []),
      ...(isNewRule ? ["makes rows of an existing table unique"] : []),
    ];
  });
}

test("migrations are additive for the version before, or say why not", () => {
  const files = readdirSync(MIGRATIONS).filter((name) => Number(name.slice(0, 4)) > FIRST_SUPPORTED_SCHEMA);
  const violations = files.flatMap((name) =>
    notAdditive(readFileSync(new URL(name, MIGRATIONS), "utf8")).map((what) => `${name}: ${what}`),
  );
  expect(violations).toEqual([]);
});

test.each([
  ["alter table messages drop column subject;", ["drops a column"]],
  ["alter table messages rename column subject to title;", ["renames"]],
  ["alter table messages add column hue text not null;", ["adds a column that must be given"]],
  ["alter table messages add column hue text not null default 'red', add column size integer;", []],
  [
    "alter table messages add column a json, add column hue text not null;",
    ["adds a column that must be given"],
  ],
  ["alter table messages alter column attempts type integer;", ["changes a type"]],
  ["alter table messages alter column attempts set not null;", ["refuses null in an existing column"]],
  ["alter table messages add constraint few check (attempts < 9);", ["adds a constraint"]],
  ["drop table messages;", ["drops a table, view, function, trigger or type"]],
  ["delete from messages where status is null;", ["deletes rows"]],
  ["drop index by_hue; create index by_hue on messages (hue);", []],
  ["drop index by_hue;", ["drops an index"]],
  ["create unique index one on messages (id);", ["makes rows of an existing table unique"]],
  ["create table hues (id text not null); create unique index one on hues (id);", []],
  ["-- Not additive: no version reads it since 0050.\nalter table messages drop column hue;", []],
  [
    "-- Not additive: for this one only.\nselect 1; drop table messages;",
    ["drops a table, view, function, trigger or type"],
  ],
  ["-- drop table messages; it is not done\nalter table messages add column hue text;", []],
  ["create function f() returns text language sql as $$ delete from messages; select 'x' $$;", []],
])("a migration with `%s`", (file, expected) => {
  expect(notAdditive(file)).toEqual(expected);
});
