import { expect, test } from "vitest";
import { padTo, widthOf } from "./one-line.ts";
import { type Column, card, table } from "./table.ts";

type Person = { id: string; name?: string | null; note?: string };
const columns: Column<Person>[] = [
  { title: "ID", of: ({ id }) => id, isWhole: true },
  { title: "NAME", of: ({ name }) => name },
  { title: "NOTE", of: ({ note }) => note },
];

test("table: aligns columns, prints - for no value, and has no trailing spaces", () => {
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

test("table: fits the terminal's width by truncating the widest column, never ids", () => {
  const id = "6740a1b2c3d4e5f601234567";
  const lines = table([{ id, name: "Ada Lovelace", note: "x".repeat(200) }], columns, 60).split("\n");
  expect(lines[1]).toBe(`${id}  Ada Lovelace  ${"x".repeat(19)}…`);
  expect(Math.max(...lines.map(widthOf))).toBe(60);
});

test("table: keeps ids whole in a terminal that is too narrow", () => {
  const id = "6740a1b2c3d4e5f601234567";
  expect(table([{ id, name: "Ada Lovelace", note: "something" }], columns, 20)).toContain(id);
});

test("table: truncates long values without a terminal, too", () => {
  expect(table([{ id: "1", name: "x".repeat(500) }], columns)).toContain(`${"x".repeat(59)}…`);
});

test("table: neutralizes line breaks and control characters", () => {
  const text = table([{ id: "1", name: "a\nb\tc\u001b[2Jd\u202ee\u0007" }], columns);
  expect(text.split("\n")[1]).toBe("1   a b c·[2Jd·e·  -");
});

test("width: wide characters count as two columns and are never split", () => {
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

test("card: omits entries without a value", () => {
  const entries = [
    ["name", "Ada"],
    ["phone", null],
    ["e-mail address", "ada@example.com"],
    ["tags", ""],
  ] as const;
  expect(card(entries)).toBe("name            Ada\ne-mail address  ada@example.com");
});
