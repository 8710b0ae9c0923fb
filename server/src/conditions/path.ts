import { isJsonObject, type Json } from "../foundation/json.ts";
import { walkPath } from "../foundation/json-path.ts";

/** The value at `payload.items.0.name`; null when there is none. */
export function valueAt(root: Json, path: string): Json {
  return valueOrNull(root, path.split("."));
}

/**
 * The same for the variables of a run: stepIds may contain dots, so after `steps.` the longest known stepId is one
 * name.
 */
export function variableAt(scope: Json, path: string): Json {
  const steps = isJsonObject(scope) && path.startsWith(STEPS) ? scope.steps : undefined;
  if (!isJsonObject(steps)) return valueAt(scope, path);
  const rest = path.slice(STEPS.length);
  const fitting = Object.keys(steps).filter((id) => rest === id || rest.startsWith(`${id}.`));
  const stepId = fitting.sort((a, b) => b.length - a.length)[0];
  if (stepId === undefined) return null;
  const names = rest === stepId ? [] : rest.slice(stepId.length + 1).split(".");
  return valueOrNull(steps, [stepId, ...names]);
}

const STEPS = "steps.";

function valueOrNull(root: Json, names: readonly string[]): Json {
  return (walkPath(root, names) ?? null) as Json;
}
