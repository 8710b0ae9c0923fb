import { expect, test } from "vitest";
import { lostRecords, readExport } from "./exported.ts";

const record = (cursor: string) => JSON.stringify({ type: "message", cursor, data: {} });
const end = (count: number) => JSON.stringify({ type: "end", count });
const exportOf = (...lines: string[]) => readExport(`${lines.join("\n")}\n`);

test("an export with its end: is complete", () => {
  const records = [
    { type: "message", cursor: "a" },
    { type: "message", cursor: "b" },
  ];
  expect(exportOf(record("a"), record("b"), end(2))).toEqual({ isWhole: true, records });
});

test("an export without its end, or cut inside of a line: is visibly cut", () => {
  for (const text of [`${record("a")}\n`, `${record("a")}\n${record("b").slice(0, 9)}`, ""]) {
    const { isWhole, fault } = readExport(text);
    expect([isWhole, fault]).toEqual([false, undefined]);
  }
});

test("an end that counts other lines, an end before the last line, and a broken line: are faults", () => {
  expect(exportOf(record("a"), end(2)).fault).toContain("counts 2 lines");
  expect(exportOf(record("a"), end(1), record("b")).fault).toContain("line 2");
  expect(exportOf(record("a"), "{", end(2)).fault).toContain("line 2");
});

test("a later export: lacks the records that only the earlier one has", () => {
  const later = exportOf(record("b"), record("c"), end(2));
  expect(lostRecords(new Set(["a", "b"]), later)).toEqual(["a"]);
  expect(lostRecords(new Set(["b"]), later)).toEqual([]);
});
