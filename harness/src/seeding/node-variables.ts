import type { SeededBug } from "./patches.ts";

/** The environment variables of a server with this seeded bug and these options of Node.js. */
export function nodeVariables(seededBug: SeededBug | undefined, options = ""): Record<string, string> {
  if (seededBug === undefined) return options === "" ? {} : { NODE_OPTIONS: options };
  const preload = `--import=${new URL("./register.js", import.meta.url)}`;
  return { NODE_OPTIONS: `${options} ${preload}`.trim(), HARNESS_SEEDED_BUG: seededBug };
}
