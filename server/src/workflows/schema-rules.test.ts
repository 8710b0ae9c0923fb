import { expect, it } from "vitest";
import { schemaRuleProblem } from "./schema-rules.ts";

it.each([
  ["an inner $id", { properties: { p: { $id: "http://b/x" } } }, '"$id" may stand at its root only'],
  ["an inner $id in a list", { allOf: [{ $id: "x" }] }, '"$id" may stand at its root only'],
  [
    "a reference to another document",
    { properties: { p: { $ref: "http://b/x" } } },
    '"$ref" must begin with "#"',
  ],
  ["a reference to a file", { $ref: "other.json#/a" }, '"$ref" must begin with "#"'],
  ["an anchor", { $defs: { a: { $anchor: "x" } } }, '"$anchor" is not available'],
  ["a dynamic reference", { $dynamicRef: "#x" }, '"$dynamicRef" is not available'],
  ["very many parts", { allOf: Array.from({ length: 10_001 }, () => ({})) }, "more than 10000 parts"],
])("a payload schema with %s is refused", (_, schema, problem) => {
  expect(schemaRuleProblem(schema)).toContain(problem);
});

it.each([
  [
    "a root $id and inner references",
    { $id: "http://b/x", definitions: { m: {} }, properties: { y: { $ref: "#/definitions/m" } } },
  ],
  [
    "properties that are called like keywords",
    { properties: { $id: { type: "string" }, $anchor: {}, $ref: {} } },
  ],
  ["data that looks like keywords", { default: { $id: "x" }, enum: [{ $ref: "y" }], const: { $anchor: 1 } }],
])("a payload schema with %s is accepted", (_, schema) => {
  expect(schemaRuleProblem(schema as never)).toBeUndefined();
});
