import { propertiesOf, schemaAt } from "./form-fields.ts";
import { isObject, type Members } from "./json.ts";

const MAX_DEPTH = 4;
const MAX_PATHS = 100;

/** The paths of the payload through objects, as keys of digests and throttles name them: `order.id`. */
export function payloadPaths(variables: object | undefined): string[] {
  const payload = isObject(variables) ? schemaAt(propertiesOf(variables), "payload") : {};
  return pathsIn(payload, []).slice(0, MAX_PATHS);
}

function pathsIn(schema: Members, path: readonly string[]): string[] {
  if (path.length >= MAX_DEPTH) return [];
  const properties = propertiesOf(schema);
  return Object.keys(properties).flatMap((name) => {
    const own = [...path, name];
    return [own.join("."), ...pathsIn(schemaAt(properties, name), own)];
  });
}
