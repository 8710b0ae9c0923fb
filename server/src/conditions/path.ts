import type { Json } from "../foundation/json.ts";

/** What stands at `payload.items.0.name`, or nothing. Own properties only, so that no path reaches a prototype. */
export function valueAt(root: Json, path: string): Json {
  let here: Json = root;
  for (const name of path.split(".")) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, name)) return null;
    here = (here as { [name: string]: Json })[name] ?? null;
  }
  return here;
}
