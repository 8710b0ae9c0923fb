import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { OPERATORS } from "../src/conditions/operators.ts";
import { evaluateRule } from "../src/conditions/rule.ts";
import { settingsTable } from "../src/foundation/config.ts";
import { createEngine } from "../src/templates/engine.ts";
import { CONTROL_SCHEMAS } from "../src/workflows/control-schemas/control-schemas.ts";
import { readPages } from "../testing/guide/page.ts";

/** What the guide's tables, links and names promise, held against the code. */

const PAGES = readPages();
const textOf = (name: string) => PAGES.find((page) => page.name === name)?.text ?? "";

/** The cells of a page's table rows, without marks of code; `\|` is a bar inside a cell. */
const rowsOf = (text: string): string[][] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim().replace(/^`|`$/g, "").replaceAll("\\|", "|")));

const PEOPLE = [
  { name: "Ann", age: 41, admin: true },
  { name: "Bob", age: 7 },
  { name: "Cem", age: 35 },
  { name: "Dan", age: 30 },
];

test("Given the tables of filters, then they hold every filter there is, and every example has the result that stands beside it", () => {
  const engine = createEngine("none");
  const rows = rowsOf(textOf("templates.md")).filter((cells) => cells.length === 4);
  expect(rows.map(([filter]) => filter).toSorted()).toEqual(Object.keys(engine.filters).toSorted());
  const payload = { people: PEOPLE, words: ["b", "a", "C", "a"] };
  const results = rows.map(([filter, , example]) => [filter, engine.parseAndRenderSync(`{{ ${example} }}`, { payload })]);
  expect(results).toEqual(rows.map(([filter, , , result]) => [filter, result]));
});
