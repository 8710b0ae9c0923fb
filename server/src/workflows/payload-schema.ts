import type { JsonObject } from "../foundation/json.ts";
import { pathOf } from "./variable-path.ts";

/** A few are enough for writing templates; without a limit one workflow could make an answer of many megabytes. */
const MOST_VARIABLES = 1_000;
const DEEPEST = 20;

type Node = Map<string, Node>;

/** A JSON Schema of the payload, guessed from the variables that templates take from it. It may hold more than that. */
export function inferPayloadSchema(variables: Iterable<string>): JsonObject {
  const root: Node = new Map();
  let count = 0;
  for (const variable of variables) {
    const [first, ...path] = pathOf(variable);
    if (first !== "payload" || path.length === 0) continue;
    grow(root, path.slice(0, DEEPEST));
    count += 1;
    if (count === MOST_VARIABLES) break;
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

/** fromEntries defines properties; an assignment would trip over a variable named __proto__. */
function propertiesOf(node: Node): JsonObject {
  return Object.fromEntries([...node].map(([name, child]) => [name, schemaOf(child)]));
}

/** At the end of a path anything may stand: a template that prints it and one that loops over it name it alike. */
function schemaOf(node: Node): JsonObject {
  if (node.size === 0) return {};
  const item = [...node].find(([name]) => name === "*" || /^\d+$/.test(name))?.[1];
  if (item) return { type: "array", items: schemaOf(item) };
  return { type: "object", properties: propertiesOf(node), additionalProperties: true };
}
