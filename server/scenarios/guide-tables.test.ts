import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DEAD_REASONS, FILTER_OPERATORS, LIQUID_FILTERS, TRIGGER_STATUSES } from "@tidings/contract";
import { Output } from "liquidjs";
import { expect, test } from "vitest";
import { GROUPS, OPERATORS } from "../src/conditions/operators.ts";
import { evaluateRule } from "../src/conditions/rule.ts";
import { systemTime } from "../src/foundation/clock.ts";
import { settingsTable } from "../src/foundation/config.ts";
import { createProviders } from "../src/providers/providers.ts";
import { createEngine } from "../src/templates/engine.ts";
import { CONTROL_SCHEMAS } from "../src/workflows/control-schemas/control-schemas.ts";
import { readPages } from "../testing/guide/page.ts";

/** The tables, links and names of the guide, compared with the code. */

const PAGES = readPages();
const textOf = (name: string) => PAGES.find((page) => page.name === name)?.text ?? "";

/** The cells of a page's table rows, without code marks; `\|` is a bar inside a cell. */
const rowsOf = (text: string): string[][] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim().replace(/^`|`$/g, "").replaceAll("\\|", "|")));

/** Statuses of the contract that this service never answers. */
const NEVER_ANSWERED = ["no_workflow_active_steps_defined", "invalid_recipients"];

const PEOPLE = [
  { name: "Ann", age: 41, admin: true },
  { name: "Bob", age: 7 },
  { name: "Cem", age: 35 },
  { name: "Dan", age: 30 },
];

test("guide: the filter tables list every filter, and each example gives the stated result", () => {
  const engine = createEngine("none");
  const rows = rowsOf(textOf("templates.md")).filter((cells) => cells.length === 4);
  expect(rows.map(([filter]) => filter).toSorted()).toEqual(Object.keys(engine.filters).toSorted());
  const payload = { people: PEOPLE, words: ["b", "a", "C", "a"] };
  const results = rows.map(([filter, , example]) => [
    filter,
    engine.parseAndRenderSync(`{{ ${example} }}`, { payload }),
  ]);
  expect(results).toEqual(rows.map(([filter, , , result]) => [filter, result]));
});

test("guide: the contract lists every filter, and has the arguments that the examples give", () => {
  const engine = createEngine("none");
  expect(LIQUID_FILTERS.map(({ name }) => name)).toEqual(Object.keys(engine.filters).toSorted());
  const rows = rowsOf(textOf("templates.md")).filter((cells) => cells.length === 4);
  const given = rows.map(([name, , example]) => {
    const [output] = engine.parse(`{{ ${example} }}`);
    const used =
      output instanceof Output ? output.value.filters.find((filter) => filter.name === name) : undefined;
    return { name, count: used?.args.length ?? Number.NaN };
  });
  const wrong = given.filter(({ name, count }) => {
    const all = LIQUID_FILTERS.find((filter) => filter.name === name)?.arguments ?? [];
    const required = all.filter(({ isRequired }) => isRequired).length;
    return !(count >= required && count <= all.length);
  });
  expect(wrong).toEqual([]);
});

test("guide: each table of controls lists every control of its step type", () => {
  const sections = PAGES.flatMap(({ text }) => text.split(/^(?=#{2,3} )/m));
  for (const [type, { dataSchema }] of Object.entries(CONTROL_SCHEMAS)) {
    const section = sections.find((one) => one.startsWith(`### Controls of \`${type}\``)) ?? "";
    const controls = Object.keys(dataSchema.properties).filter((control) => control !== "skip");
    expect([
      type,
      rowsOf(section)
        .map(([control]) => control)
        .toSorted(),
    ]).toEqual([type, controls.toSorted()]);
  }
});

test("guide: the operator table lists every operator, and each example passes with the data above", () => {
  const page = PAGES.find(({ name }) => name === "conditions.md");
  const data = page?.blocks.find(({ words }) => words.includes("file=data.json"))?.code ?? "";
  const rows = rowsOf(textOf("conditions.md").split(/^## /m)[1] ?? "").filter((cells) => cells.length === 3);
  const operators = [...OPERATORS.keys(), ...GROUPS.keys()];
  expect(rows.map(([operator]) => operator).toSorted()).toEqual(operators.toSorted());
  const now = new Date("2026-03-10T12:00:00Z");
  const results = rows.map(([operator, , rule = ""]) => [
    operator,
    evaluateRule(JSON.parse(rule), JSON.parse(data), now),
  ]);
  expect(results).toEqual(rows.map(([operator]) => [operator, { ok: true, passes: true }]));
});

test("guide: the table of filter operators lists every one", () => {
  const rows = rowsOf(textOf("conditions.md").split(/^## Filters$/m)[1] ?? "");
  expect(rows.map(([operator]) => operator).toSorted()).toEqual([...FILTER_OPERATORS].toSorted());
});

test("guide: the provider table lists every provider, its channel and its credentials", () => {
  const [, ...rows] = rowsOf(textOf("providers.md").split(/^## /m)[0] ?? "");
  const providers = createProviders(systemTime);
  const sending = providers.list.filter(({ canSend }) => canSend !== false);
  expect(rows.map(([id, channel]) => [id, channel])).toEqual(
    expect.arrayContaining(sending.map(({ id, channel }) => [id, channel])),
  );
  expect(rows).toHaveLength(sending.length);
  for (const { id, fields } of sending) {
    const credentials = rows.find(([name]) => name === id)?.[3] ?? "";
    const named = credentials === "None" ? [] : credentials.split(/[,;] /);
    expect(named.map((one) => one.replaceAll("`", ""))).toEqual(
      fields.map(({ name, isRequired }) => (isRequired ? `${name} (needed)` : name)),
    );
  }
  providers.close();
});

test("guide: the tables of dead-letter reasons and trigger statuses list every value", () => {
  const valuesUnder = (page: string, heading: string) =>
    rowsOf(
      textOf(page)
        .split(new RegExp(`^\\| \`${heading}\``, "m"))[1]
        ?.split("\n\n")[0] ?? "",
    ).map(([value]) => value);
  expect(valuesUnder("delivery.md", "reason").toSorted()).toEqual([...DEAD_REASONS].toSorted());
  const statuses = TRIGGER_STATUSES.filter((status) => !NEVER_ANSWERED.includes(status));
  expect(valuesUnder("workflows.md", "status").toSorted()).toEqual(statuses.toSorted());
});

test("guide: the file and the heading of every link exist", () => {
  const directory = join(import.meta.dirname, "../../docs");
  const slugOf = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-");
  const anchorsOf = (file: string) =>
    [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) => slugOf(text));
  const files = [join(directory, "../README.md"), ...PAGES.map(({ name }) => join(directory, name))];
  const broken = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .map(([link, path = "", anchor]) => ({
        link,
        target: path === "" ? file : join(dirname(file), path),
        anchor,
      }))
      .filter(
        ({ target, anchor }) =>
          !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor)),
      )
      .map(({ link }) => `${file}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test("guide: every setting that a page names exists", () => {
  const known = new Set([...settingsTable().map(({ env }) => env), "TIDINGS_URL"]);
  const named = PAGES.flatMap(
    ({ text }) => text.match(/\b(?:TIDINGS_[A-Z_]+|DATABASE_URL(?:_FILE)?)\b/g) ?? [],
  );
  expect(named.filter((name) => !known.has(name.replace(/_FILE$/, "")))).toEqual([]);
});

test("guide: its index links to every page, and the README to the index", () => {
  const index = textOf("README.md");
  expect(
    PAGES.map(({ name }) => name).filter((name) => name !== "README.md" && !index.includes(`(${name})`)),
  ).toEqual([]);
  expect(readFileSync(join(import.meta.dirname, "../../README.md"), "utf8")).toContain("(docs/README.md)");
});
