import type { JsonObject } from "./openapi-schemas.ts";

/** By step type, the JSON Schema of its control values. */
export type ControlSchemas = Readonly<Record<string, JsonObject>>;

/** Records of the document that hold control values, and whether null may stand there. */
const HOLDERS = { StepInput: true, StepVariant: false };

/**
 * Describes `controlValues` as a union with a member for each step type, in place of "any object": the contract takes
 * any, because texts may be templates where numbers are meant, and the service says what it knows.
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
      description: "What the step says and does: the member of its type.",
      anyOf: [...members, ...(mayBeNull ? [{ type: "null" }] : [])],
    };
  }
}

/** What is missing makes an issue of the workflow, not a refusal: so nothing is required here, but said in words. */
function memberOf(type: string, { required, anyOf, ...schema }: JsonObject): JsonObject {
  const ways = ((anyOf as { required: string[] }[] | undefined) ?? []).map((way) =>
    way.required.join(" and "),
  );
  const needs = [
    ...((required as string[] | undefined) ?? []),
    ...(ways.length > 0 ? [ways.join(", or ")] : []),
  ];
  const words = needs.length > 0 ? ` It needs ${needs.join(" and ")}.` : "";
  return { ...schema, description: `Of a step of the type ${type}.${words}` };
}

function inCapitals(type: string): string {
  return type.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
