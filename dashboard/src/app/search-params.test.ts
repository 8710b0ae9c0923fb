import { expect, test } from "vitest";
import { oneOf, parseSearch, searchOf, stringifySearch } from "./search-params.ts";

test("parameters stay the texts that they are", () => {
  const search = { search: "12", state: "true", workflow: `a "b" & c=d`, none: undefined, empty: "" };
  const text = stringifySearch(search);
  expect(parseSearch(text)).toEqual({ search: "12", state: "true", workflow: `a "b" & c=d` });
  expect(stringifySearch({ none: undefined })).toBe("");
});

test("a screen reads its own parameters only", () => {
  const read = searchOf("state", "search");
  expect(read({ state: "failed", search: "", other: "x" })).toEqual({ state: "failed" });
  expect(oneOf(["all", "failed"], "failed")).toBe("failed");
  expect(oneOf(["all", "failed"], "unknown")).toBe("all");
});
