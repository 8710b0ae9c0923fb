/** The parts of contract schemas that matter for sizes. */
export type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  uniqueItems?: boolean;
  minLength?: number;
  minimum?: number;
  minItems?: number;
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
  maxBytes?: "payloadBytes" | "overridesBytes" | "dataBytes";
};

/** A small valid value for a schema, without optional members. */
export function sampleOf(schema: Schema): unknown {
  const { type, anyOf, properties = {}, required = [], items = {}, minItems = 0 } = schema;
  if (schema.enum) return schema.enum[0];
  if (anyOf) return sampleOf(anyOf.find((form) => form.type !== "null") ?? {});
  if (type === "string") return textOf(schema);
  if (type === "number" || type === "integer") return schema.minimum ?? 1;
  if (type === "boolean") return true;
  if (type === "array") return Array.from({ length: minItems }, () => sampleOf(items));
  return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {})]));
}

function textOf({ format, pattern, minLength = 1 }: Schema): string {
  if (format === "date-time") return "2030-01-01T00:00:00.000Z";
  return pattern?.includes("{24}") ? "0".repeat(24) : "a".repeat(minLength);
}
