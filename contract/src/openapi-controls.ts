import type { JsonObject } from "./openapi-schemas.ts";

/** The JSON Schema of the control values, by step type. */
export type ControlSchemas = Readonly<Record<string, JsonObject>>;

/** Records with control values, and whether these may be null. */
const HOLDERS = { StepInput: true, StepVariant: false };

/**
 * Describes `controlValues` as a union with one member per step type, instead of "any object". The contract accepts any
 * object, because a template may stand in place of a number.
 */
export function describeControls(schemas: JsonObject, controls: ControlSchemas): void {
  const members = Object.entries(controls).map(([type, schema]) => {
    const name = `${inCapitals(type)}Controls`;
    schemas[name] = memberOf(type, schema);
    return { $ref: `#/components/schemas/${name}` };
  });
  for (const [holder, mayBeNull] of Object.entries(HOLDERS)) {
    const record = schemas[holder] as { properties: JsonObject };
    record.properties.controlValues = {
      description: "Content and settings of the step: the member of its type.",
      anyOf: [...members, ...(mayBeNull ? [{ type: "null" }] : [])],
    };
  }
}

/** A missing value is an issue of the workflow, not a refusal; so nothing is `required`, and the description says it. */
function memberOf(type: string, { required, anyOf, ...schema }: JsonObject): JsonObject {
  const alternatives = ((anyOf as { required: string[] }[] | undefined) ?? []).map((alternative) =>
    alternative.required.join(" and "),
  );
  const needs = [
    ...((required as string[] | undefined) ?? []),
    ...(alternatives.length > 0 ? [alternatives.join(", or ")] : []),
  ];
  const words = needs.length > 0 ? ` Needs ${needs.join(" and ")}.` : "";
  return { ...schema, description: `Control values of a step of the type ${type}.${words}` };
}

function inCapitals(type: string): string {
  return type.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
