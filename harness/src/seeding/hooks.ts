import type { InitializeHook, LoadHook } from "node:module";
import { applyPatches, type SeededBug } from "./patches.ts";

let seededBug: SeededBug;

export const initialize: InitializeHook<SeededBug> = (bug) => {
  seededBug = bug;
};

/** Patches the product's files while they are loaded. */
export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context);
  return loaded.format === "module" && loaded.source
    ? { ...loaded, source: applyPatches(seededBug, url, String(loaded.source)) }
    : loaded;
};
