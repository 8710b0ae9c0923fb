import type { InitializeHook, LoadHook } from "node:module";
import { patched, type Seedling } from "./patches.ts";

let seedling: Seedling;

export const initialize: InitializeHook<Seedling> = (wanted) => {
  seedling = wanted;
};

/** Puts the bug in as the product's files are loaded. */
export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context);
  return loaded.format === "module" && loaded.source
    ? { ...loaded, source: patched(seedling, url, String(loaded.source)) }
    : loaded;
};
