import { expect, test } from "vitest";
import { padTo, widthOf } from "./one-line.ts";
import { type Column, card, table } from "./table.ts";

type Person = { id: string; name?: string | null; note?: string };
const columns: Column<Person>[] = [
  { title: "ID", of: ({ id }) => id, isWhole: true },
  { title: "NAME", of: ({ name }) => name },
  { title: "NOTE", of: ({ note }) => note },
];

test("columns are aligned, nothing is a dash and no line ends in blanks", () => {
  const people = [
    { id: "1", name: "Ada", note: "first" },
    { id: "1000", name: null },
  ];
  expect(table(people, columns).split("\n")).toEqual([
    "ID    NAME  NOTE",
    "1     Ada   first",
    "1000  -     -",
  ]);
});

test("in a terminal a table fits its width: the widest is cut, ids are not", () => {
  const id = "6740a1b2c3d4e5f601234567";
  const lines = table([{ id, name: "Ada Lovelace", note: "x".repeat(200) }], columns, 60).split("\n");
  expect(lines[1]).toBe(`${id}  Ada Lovelace  ${"x".repeat(19)}…`);
  expect(Math.max(...lines.map(widthOf))).toBe(60);
});

test("where a terminal is too narrow, ids still stay whole", () => {
  const id = "6740a1b2c3d4e5f601234567";
  expect(table([{ id, name: "Ada Lovelace", note: "something" }], columns, 20)).toContain(id);
});

test("in a file long values are cut too, so that lines stay lines", () => {
  expect(table([{ id: "1", name: "x".repeat(500) }], columns)).toContain(`${"x".repeat(59)}…`);
});

test("text from elsewhere cannot break the table nor command the terminal", () => {
  const text = table([{ id: "1", name: "a\nb\tc\u001b[2Jd\u202ee\u0007" }], columns);
  expect(text.split("\n")[1]).toBe("1   a b c·[2Jd·e·  -");
});

test("wide letters count as two columns, and are never cut in halves", () => {
  expect(widthOf("日本")).toBe(4);
  expect(widthOf("👩‍👩‍👧")).toBe(2);
  expect(padTo("日本", 6)).toBe("日本  ");
  const lines = table(
    [
      { id: "1", name: "日本語日本語日本語" },
      { id: "2", name: "Ada" },
    ],
    columns,
    18,
  ).split("\n");
  expect(lines[1]).toBe("1   日本語…   -");
});

test("a card leaves out what has no value", () => {
  const entries = [
    ["name", "Ada"],
    ["phone", null],
    ["e-mail address", "ada@example.com"],
    ["tags", ""],
  ] as const;
  expect(card(entries)).toBe("name            Ada\ne-mail address  ada@example.com");
});
