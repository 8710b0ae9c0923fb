import { isObject, type Members } from "../fields/json.ts";

/** Deeper values, and members after these, are left out. */
const MAX_DEPTH = 8;
const MAX_MEMBERS = 200;

/** The schema of a value: its types, without its values, which may be personal. */
export function schemaOfValue(value: unknown, depth = 0): Members {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return { type: typeof value };
  if (value === null || value === undefined || depth >= MAX_DEPTH) return {};
  if (Array.isArray(value))
    return value.length > 0
      ? { type: "array", items: schemaOfValue(value[0], depth + 1) }
      : { type: "array" };
  const members = Object.entries(value).slice(0, MAX_MEMBERS);
  return {
    type: "object",
    properties: Object.fromEntries(members.map(([name, one]) => [name, schemaOfValue(one, depth + 1)])),
  };
}

/** The schema with members of another one that it does not have; what it has stays as it is. */
export function mergedSchema(schema: Members, more: Members): Members {
  if (!isObject(more.properties)) return schema;
  const properties = isObject(schema.properties) ? schema.properties : {};
  const merged = Object.entries(more.properties).map(([name, member]): [string, unknown] => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (own === undefined) return [name, member];
    return [
      name,
      isObject(own) && isObject(member) && own.type === "object" ? mergedSchema(own, member) : own,
    ];
  });
  return { ...schema, properties: { ...properties, ...Object.fromEntries(merged) } };
}
