import { isJsonObject, type Json } from "../foundation/json.ts";
import { walkPath } from "../foundation/json-path.ts";

/** The value at `payload.items.0.name`; null when there is none. */
export function valueAt(root: Json, path: string): Json {
  return valueOrNull(root, path.split("."));
}

/**
 * The same for the variables of a run: keys of steps may contain dots, so after `steps.` the longest known key is one
 * name.
 */
export function variableAt(scope: Json, path: string): Json {
  const steps = isJsonObject(scope) && path.startsWith(STEPS) ? scope.steps : undefined;
  if (!isJsonObject(steps)) return valueAt(scope, path);
  const rest = path.slice(STEPS.length);
  const fitting = Object.keys(steps).filter((key) => rest === key || rest.startsWith(`${key}.`));
  const stepKey = fitting.sort((a, b) => b.length - a.length)[0];
  if (stepKey === undefined) return null;
  const names = rest === stepKey ? [] : rest.slice(stepKey.length + 1).split(".");
  return valueOrNull(steps, [stepKey, ...names]);
}

const STEPS = "steps.";

function valueOrNull(root: Json, names: readonly string[]): Json {
  return (walkPath(root, names) ?? null) as Json;
}
