import { isJsonObject, type Json } from "../foundation/json.ts";

/** What stands at `payload.items.0.name`, or nothing. Own properties only, so that no path reaches a prototype. */
export function valueAt(root: Json, path: string): Json {
  return walk(root, path.split("."));
}

/** The same in the variables of a run: after `steps.` the longest stepId that fits is one name, though it may have dots. */
export function variableAt(scope: Json, path: string): Json {
  const steps = isJsonObject(scope) && path.startsWith(STEPS) ? scope.steps : undefined;
  if (!isJsonObject(steps)) return valueAt(scope, path);
  const rest = path.slice(STEPS.length);
  const fitting = Object.keys(steps).filter((id) => rest === id || rest.startsWith(`${id}.`));
  const stepId = fitting.sort((a, b) => b.length - a.length)[0];
  if (stepId === undefined) return null;
  const names = rest === stepId ? [] : rest.slice(stepId.length + 1).split(".");
  return walk(steps, [stepId, ...names]);
}

const STEPS = "steps.";

function walk(root: Json, names: readonly string[]): Json {
  let here: Json = root;
  for (const name of names) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, name)) return null;
    here = (here as { [name: string]: Json })[name] ?? null;
  }
  return here;
}
