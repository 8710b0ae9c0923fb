import type { JsonObject } from "../foundation/json.ts";
import { pathOf } from "./variable-path.ts";

/** Enough for writing templates; without a limit, the response for one workflow could have many megabytes. */
const MAX_VARIABLES = 1_000;
const DEEPEST = 20;

type Node = Map<string, Node>;

/** Infers a JSON Schema of the payload from the variables in templates. It allows additional properties. */
export function inferPayloadSchema(variables: Iterable<string>): JsonObject {
  const root: Node = new Map();
  let count = 0;
  for (const variable of variables) {
    const [first, ...path] = pathOf(variable);
    if (first !== "payload" || path.length === 0) continue;
    grow(root, path.slice(0, DEEPEST));
    count += 1;
    if (count === MAX_VARIABLES) break;
  }
  return { type: "object", properties: propertiesOf(root), additionalProperties: true };
}

function grow(root: Node, path: readonly string[]): void {
  let here = root;
  for (const name of path) {
    const next = here.get(name) ?? new Map();
    here.set(name, next);
    here = next;
  }
}

/** `fromEntries`, because an assignment to a property named `__proto__` would set the prototype. */
function propertiesOf(node: Node): JsonObject {
  return Object.fromEntries([...node].map(([name, child]) => [name, schemaOf(child)]));
}

/** The end of a path can have any type: a template that prints it and one that loops over it contain the same path. */
function schemaOf(node: Node): JsonObject {
  if (node.size === 0) return {};
  const item = [...node].find(([name]) => name === "*" || /^\d+$/.test(name))?.[1];
  if (item) return { type: "array", items: schemaOf(item) };
  return { type: "object", properties: propertiesOf(node), additionalProperties: true };
}
