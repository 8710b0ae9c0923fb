import type { Seedling } from "./patches.ts";

/** The variables with which a server is started that is to have this bug. `options` are more of Node's. */
export function seedingVariables(seedling: Seedling | undefined, options = ""): Record<string, string> {
  if (seedling === undefined) return {};
  const importing = `--import=${new URL("./register.js", import.meta.url)}`;
  return { NODE_OPTIONS: `${options} ${importing}`.trim(), HARNESS_SEEDLING: seedling };
}
