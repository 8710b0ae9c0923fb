import { expect, test } from "vitest";
import { mergedSchema, schemaOfValue } from "./schema-of-payload.ts";
import {
  examplePayload,
  hasRows,
  isFreeName,
  rowsOf,
  withExample,
  withName,
  withNewRow,
  withoutRow,
  withRequired,
  withType,
} from "./schema-rows.ts";

const SCHEMA = {
  type: "object",
  $id: "order",
  required: ["order"],
  additionalProperties: false,
  properties: {
    order: {
      type: "object",
      description: "The order.",
      required: ["id"],
      properties: { id: { type: "integer", minimum: 1, examples: [7, 8] }, size: { enum: ["s", "l"] } },
    },
    vip: { type: "boolean", default: true },
    price: { type: ["string", "number"] },
    items: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
  },
};

test("members are rows, each before what is in it", () => {
  expect(
    rowsOf(SCHEMA).map(({ path, type, isRequired, example }) => [path.join("."), type, isRequired, example]),
  ).toEqual([
    ["order", "object", true, ""],
    ["order.id", "integer", true, "7"],
    ["order.size", "any", false, ""],
    ["vip", "boolean", false, "true"],
    ["price", "other", false, ""],
    ["items", "array", false, ""],
  ]);
  expect([hasRows(SCHEMA), hasRows({}), hasRows({ type: "array" }), hasRows({ properties: [] })]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("a row that is edited changes nothing else of the schema", () => {
  const edited = withType(
    withExample(withRequired(SCHEMA, ["vip"], true), ["order", "id"], "9"),
    ["vip"],
    "string",
  );
  expect(edited).toEqual({
    ...SCHEMA,
    required: ["order", "vip"],
    properties: {
      ...SCHEMA.properties,
      vip: { type: "string", default: true },
      order: {
        ...SCHEMA.properties.order,
        properties: {
          ...SCHEMA.properties.order.properties,
          id: { type: "integer", minimum: 1, examples: [9, 8] },
        },
      },
    },
  });
});

test("changes that are taken back leave the schema as it was", () => {
  const required = withRequired(withRequired(SCHEMA, ["vip"], true), ["vip"], false);
  expect(required).toEqual(SCHEMA);
  const renamed = withName(withName(SCHEMA, ["order"], "purchase"), ["purchase"], "order");
  expect(JSON.stringify(renamed)).toBe(JSON.stringify(SCHEMA));
  expect(withoutRow(withNewRow(SCHEMA, ["order"]), ["order", "field"])).toEqual(SCHEMA);
  expect(withType(withType(SCHEMA, ["vip"], "any"), ["vip"], "boolean")).toEqual(SCHEMA);
});

test("a name is free unless it is empty or another member beside has it", () => {
  expect(isFreeName(SCHEMA, ["vip"], "order")).toBe(false);
  expect(isFreeName(SCHEMA, ["vip"], "vip")).toBe(true);
  expect(isFreeName(SCHEMA, ["order", "id"], "vip")).toBe(true);
  expect(isFreeName(SCHEMA, ["vip"], " ")).toBe(false);
});

test("removing a required member removes it from the required ones", () => {
  expect(withoutRow(SCHEMA, ["order"])).not.toHaveProperty("required");
});

test("an emptied example is removed", () => {
  expect(withExample(SCHEMA, ["vip"], "").properties).toMatchObject({ vip: { type: "boolean" } });
  expect(rowsOf(withExample({ properties: { a: { type: "string" } } }, ["a"], "5"))[0]?.example).toBe("5");
});

const PAYLOAD = { order: { id: 7, tags: ["new"], note: null }, vip: true, price: 2.5 };

test("the schema of a payload has its types and none of its values, and adds to one that exists", () => {
  const schema = schemaOfValue(PAYLOAD);
  const tags = { type: "array", items: { type: "string" } };
  const order = { type: "object", properties: { id: { type: "number" }, tags, note: {} } };
  const [vip, price] = [{ type: "boolean" }, { type: "number" }];
  expect(schema).toEqual({ type: "object", properties: { order, vip, price } });
  const merged = mergedSchema(SCHEMA, schema);
  expect(mergedSchema(merged, schema)).toEqual(merged);
  expect(merged).toMatchObject({ ...SCHEMA, properties: { vip: SCHEMA.properties.vip } });
  expect(rowsOf(merged).map(({ path }) => path.join("."))).toContain("order.tags");
});

test("a call to copy has a payload that fits the schema", () => {
  expect(examplePayload(SCHEMA)).toEqual({
    order: { id: 7, size: "s" },
    vip: true,
    price: "text",
    items: [],
  });
});
