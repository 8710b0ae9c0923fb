import { expect, test } from "vitest";
import { jsonPieces } from "./json-pieces.ts";

test("rows go in as few arrays as the limit of bytes allows, in their order", () => {
  const rows = ["aaaa", "bbbb", "cc", "d"];
  expect([...jsonPieces(rows, 16)]).toEqual(['["aaaa","bbbb"]', '["cc","d"]']);
  expect([...jsonPieces(rows)]).toEqual([JSON.stringify(rows)]);
  expect([...jsonPieces([])]).toEqual([]);
});

test("bytes are counted, not characters, and a row above the limit goes alone", () => {
  expect([...jsonPieces(["ää", "ä"], 8)]).toEqual(['["ää"]', '["ä"]']);
  expect([...jsonPieces(["a", "b".repeat(20), "c"], 8)]).toHaveLength(3);
});
