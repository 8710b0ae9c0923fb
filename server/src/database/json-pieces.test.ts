import { expect, test } from "vitest";
import { jsonPieces } from "./json-pieces.ts";

test("jsonPieces: as few arrays as the byte limit allows, rows in order", () => {
  const rows = ["aaaa", "bbbb", "cc", "d"];
  expect([...jsonPieces(rows, 16)]).toEqual(['["aaaa","bbbb"]', '["cc","d"]']);
  expect([...jsonPieces(rows)]).toEqual([JSON.stringify(rows)]);
  expect([...jsonPieces([])]).toEqual([]);
});

test("jsonPieces: counts bytes, not characters; a row above the limit is an array of its own", () => {
  expect([...jsonPieces(["ää", "ä"], 8)]).toEqual(['["ää"]', '["ä"]']);
  expect([...jsonPieces(["a", "b".repeat(20), "c"], 8)]).toHaveLength(3);
});
