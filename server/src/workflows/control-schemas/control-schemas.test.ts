import { UiSchema } from "@tidings/contract";
import { Compile } from "typebox/compile";
import { Check } from "typebox/value";
import { expect, test } from "vitest";
import { CONTROL_SCHEMAS, controlSchemaOf } from "./control-schemas.ts";

const schemas = Object.entries(CONTROL_SCHEMAS);

test("every step type of the engine has a schema", () => {
  expect(Object.keys(CONTROL_SCHEMAS).sort()).toEqual(
    ["in_app", "email", "sms", "chat", "push", "digest", "delay", "throttle", "custom"].sort(),
  );
});

test.each(schemas)("%s: the UI schema matches the contract and has no null", (_type, { uiSchema }) => {
  expect(Check(UiSchema, uiSchema)).toBe(true);
  expect(JSON.stringify(uiSchema)).not.toContain("null");
});

test.each(schemas)("%s: the form has exactly one field for every control", (_type, schema) => {
  expect(Object.keys(schema.uiSchema.properties ?? {}).sort()).toEqual(
    Object.keys(schema.dataSchema.properties).sort(),
  );
});

const examples = {
  in_app: [{ body: "x", redirect: { url: "/", target: "_self" } }, { avatar: "x" }],
  email: [{ subject: "x", editorType: "html", layoutId: null }, { body: "x" }],
  sms: [{ body: "x" }, {}],
  chat: [{ body: "x" }, { body: 1 }],
  push: [{ subject: "x", body: "y" }, { subject: "x" }],
  digest: [{ amount: 5, unit: "minutes", digestKey: "post.id" }, { amount: 5 }],
  delay: [
    { type: "regular", amount: 1, unit: "days" },
    { amount: 1, unit: "fortnights" },
  ],
} as const;

test.each(Object.entries(examples))(
  "%s: the schema accepts a valid and refuses an invalid example",
  (type, [good, bad]) => {
    const check = Compile(controlSchemaOf(type as keyof typeof examples).dataSchema);
    expect(check.Check(good)).toBe(true);
    expect(check.Check(bad)).toBe(false);
  },
);
