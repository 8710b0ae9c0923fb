import { UI_COMPONENTS, type UiComponent } from "@tidings/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CONTROL_SCHEMAS } from "../../../../server/src/workflows/control-schemas/control-schemas.ts";
import { changedLength, fits, rawFormOf, rawText, valueOfRawText, withMember } from "./field-values.ts";
import { changesOf, drawnAs, fieldValue, formFieldsOf, otherValues } from "./form-fields.ts";
import { isObject, jsonOrText, type Members, textOfJson, withChanges } from "./json.ts";
import { KIND_OF } from "./kinds.ts";
import { payloadPaths } from "./payload-paths.ts";

const schemas = Object.entries(CONTROL_SCHEMAS);
const formOf = (type: string) => {
  const { dataSchema, uiSchema } = CONTROL_SCHEMAS[type as keyof typeof CONTROL_SCHEMAS] ?? expect.fail(type);
  return formFieldsOf(dataSchema, uiSchema);
};
const drawnIn = (type: string) => Object.fromEntries(formOf(type).map(({ name, drawn }) => [name, drawn]));

describe("fields", () => {
  test("all 36 components have a kind, and each is drawn with and without a schema", () => {
    expect(Object.keys(KIND_OF).sort()).toEqual([...UI_COMPONENTS].sort());
    expect(UI_COMPONENTS).toHaveLength(36);
    const drawn = (component: UiComponent) => drawnAs("x", component, {});
    expect(UI_COMPONENTS.filter((one) => drawn(one) === "json").sort()).toEqual([
      "DATA",
      ...["DELAY_AMOUNT", "DELAY_UNIT", "DIGEST_AMOUNT", "DIGEST_UNIT", "THROTTLE_UNIT", "THROTTLE_WINDOW"],
    ]);
  });

  test("the schema decides over the component", () => {
    expect(drawnIn("digest")).toEqual({
      type: "choice",
      amount: "length",
      digestKey: "path",
      lookBackWindow: "length",
      slidingCap: "length",
      timed: "json",
      maxEvents: "number",
      cron: "calendar",
      extendToSchedule: "switch",
      skip: "conditions",
    });
    expect(drawnIn("in_app")).toMatchObject({ redirect: "link", primaryAction: "buttons", data: "json" });
    expect(drawnIn("email")).toMatchObject({ subject: "line", body: "text", layoutId: "line" });
    expect(drawnIn("throttle")).toMatchObject({ threshold: "number", dynamicKey: "path", amount: "length" });
    expect(formOf("throttle").find(({ name }) => name === "amount")?.units).toEqual([
      "minutes",
      "hours",
      "days",
    ]);
    expect(formFieldsOf({ properties: { new: { type: "array" } } }, undefined)).toMatchObject([
      { name: "new", drawn: "json" },
    ]);
  });

  test.each(schemas)("%s: each control belongs to exactly one field", (type, { dataSchema }) => {
    const controls = formOf(type).flatMap((field) => field.controls);
    expect([...controls].sort()).toEqual(Object.keys(dataSchema.properties).sort());
  });

  test("paths of the payload are proposed", () => {
    const order = { type: "object", properties: { id: { type: "string" } } };
    const payload = { type: "object", properties: { vip: {}, order } };
    expect(payloadPaths({ properties: { payload } })).toEqual(["vip", "order", "order.id"]);
    expect(payloadPaths(undefined)).toEqual([]);
  });
});

/** Values that a workflow may have: of the right type, of another one, with Liquid, null, unknown. */
const some = fc.oneof(
  fc.constantFrom<unknown>(
    "",
    "text",
    "{{ payload.n }}",
    "5",
    "hours",
    "html",
    "0 9 * * *",
    null,
    true,
    5,
    0.5,
  ),
  fc.record({
    amount: fc.constantFrom<unknown>(5, "5", "{{ n }}"),
    unit: fc.constant("days"),
    other: fc.integer(),
  }),
  fc.record({ label: fc.string(), redirect: fc.record({ url: fc.string(), target: fc.constant("_top") }) }),
  fc.jsonValue(),
);
const valuesOf = (type: string) => {
  const names = [...formOf(type).flatMap((field) => field.controls), "unknown", "__other"];
  return fc.dictionary(fc.constantFrom(...names), some);
};

describe("saving what was loaded unchanged changes nothing", () => {
  test.each(schemas)(
    "%s: reading a value into its field and writing it back gives the same values",
    (type) => {
      const fields = formOf(type);
      fc.assert(
        fc.property(valuesOf(type), (values: Members) => {
          for (const field of fields) {
            const written = withChanges(values, changesOf(field, fieldValue(field, values)));
            expect(JSON.stringify(written)).toBe(JSON.stringify(values));
          }
        }),
      );
    },
  );

  test.each(schemas)("%s: a changed field leaves all others as they were, in their order", (type) => {
    fc.assert(
      fc.property(valuesOf(type), fc.constantFrom(...formOf(type)), (values: Members, field) => {
        const written = withChanges(values, changesOf(field, undefined));
        const others = Object.entries(values).filter(([name]) => !field.controls.includes(name));
        expect(Object.entries(written)).toEqual(others);
      }),
    );
  });

  test("each value is in a field or among the others", () => {
    fc.assert(
      fc.property(valuesOf("digest"), (values: Members) => {
        const fields = formOf("digest");
        const known = fields.flatMap((field) => field.controls).filter((name) => Object.hasOwn(values, name));
        expect([...known, ...Object.keys(otherValues(fields, values))].sort()).toEqual(
          Object.keys(values).sort(),
        );
      }),
    );
  });

  test("what is shown as text or JSON means the same value when it is written again", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        if (typeof value !== "string" && value !== null)
          expect(jsonOrText(textOfJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(valueOfRawText(rawText(5), { type: "number" })).toBe(5);
    expect(valueOfRawText(rawText("5"), { type: "string" })).toBe("5");
    expect(valueOfRawText(rawText(true), { type: "boolean" })).toBe(true);
    expect(valueOfRawText("{{ payload.n }}", { type: "number" })).toBe("{{ payload.n }}");
    expect(valueOfRawText("", { type: "number" })).toBeUndefined();
  });
});

describe("values that a field cannot show", () => {
  test.each([
    ["number", "{{ payload.n }}", "text"],
    ["choice", "{{ payload.n }}", "text"],
    ["length", { amount: "{{ payload.n }}", unit: "hours" }, "json"],
    ["calendar", "{{ payload.cron }}", "text"],
    ["switch", "true", "text"],
    ["line", { a: 1 }, "json"],
    ["text", 5, "text"],
    ["buttons", { label: 5 }, "json"],
    ["link", "https://example.com", "json"],
  ] as const)("%s: %j is shown as %s", (drawn, value, form) => {
    expect(fits(drawn, value)).toBe(false);
    expect(rawFormOf({ drawn }, value)).toBe(form);
  });

  test.each([
    ["number", "5"],
    ["length", { amount: "5", unit: "hours", more: 1 }],
    ["length", { amount: undefined, unit: undefined }],
    ["choice", "unlisted"],
    ["buttons", { label: "{{ a }}", redirect: { url: "/", rel: "x" }, type: "primary" }],
    ["text", "{{ payload.n }}"],
    ["switch", null],
  ] as const)("%s shows %j", (drawn, value) => expect(fits(drawn, value)).toBe(true));

  test("members of an object that the field does not show are kept", () => {
    expect(changedLength({ amount: 1, unit: "hours", more: 1 }, { amount: 2, unit: "days" })).toEqual({
      amount: 2,
      unit: "days",
      more: 1,
    });
    expect(changedLength({ amount: 1, unit: "hours" }, { amount: undefined, unit: "hours" })).toBeUndefined();
    expect(withMember({ label: "Go", type: "x" }, "label", undefined)).toEqual({ type: "x" });
    expect(withMember({ label: "Go" }, "label", undefined)).toBeUndefined();
    expect(isObject(withMember("a text", "label", "Go"))).toBe(true);
  });
});
