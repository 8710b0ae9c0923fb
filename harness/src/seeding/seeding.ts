import type { Seedling } from "./patches.ts";

/** The variables of servers whose Node.js has these options, and which are to have this bug. */
export function nodeVariables(seedling: Seedling | undefined, options = ""): Record<string, string> {
  if (seedling === undefined) return options === "" ? {} : { NODE_OPTIONS: options };
  const importing = `--import=${new URL("./register.js", import.meta.url)}`;
  return { NODE_OPTIONS: `${options} ${importing}`.trim(), HARNESS_SEEDLING: seedling };
}
