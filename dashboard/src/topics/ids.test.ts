import { expect, test } from "vitest";
import { idsIn } from "./ids.ts";

test("ids are separated in any of the usual ways, and each counts once", () => {
  expect(idsIn("ada, bob;eve\n\tada\r\n mia@example.com ")).toEqual(["ada", "bob", "eve", "mia@example.com"]);
  expect(idsIn(" ,\n")).toEqual([]);
});
