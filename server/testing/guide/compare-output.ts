/** Compares the output of an example with the output shown on the page. `…` matches any text. */

/** The first difference, as a sentence; undefined when everything shown was printed. */
export function differenceFrom(shown: string, printed: string, language: string): string | undefined {
  if (language !== "json") return missingLine(shown, printed);
  try {
    return difference(JSON.parse(shown), JSON.parse(printed), "");
  } catch (error) {
    return `no JSON: ${(error as Error).message}`;
  }
}

/** Every shown line must be printed; differences in spaces do not matter. */
function missingLine(shown: string, printed: string): string | undefined {
  const lines = printed.split("\n").map(squeezed);
  const missing = shown
    .split("\n")
    .map(squeezed)
    .find((line) => line !== "" && !lines.some((other) => fits(line, other)));
  return missing === undefined ? undefined : `there is no line "${missing}"`;
}

const squeezed = (line: string) => line.trim().replace(/\s+/g, " ");

/** Keys that are not shown are ignored; a list must match completely, unless its last item is `…`. */
function difference(shown: unknown, printed: unknown, path: string): string | undefined {
  if (shown === "…" && printed !== undefined) return undefined;
  if (!isNest(shown) || !isNest(printed)) {
    const isSame = typeof shown === "string" ? fits(shown, String(printed)) : shown === printed;
    return isSame ? undefined : `${path || "the answer"} is ${JSON.stringify(printed)}`;
  }
  const isWhole = Array.isArray(shown) && shown.at(-1) !== "…";
  if (isWhole && Object.keys(shown).length !== Object.keys(printed).length) {
    return `${path || "the answer"} has ${Object.keys(printed).length} items`;
  }
  return Object.keys(shown)
    .filter((key) => !Array.isArray(shown) || shown[key] !== "…")
    .map((key) => difference(shown[key], printed[key], path === "" ? key : `${path}.${key}`))
    .find((found) => found !== undefined);
}

function isNest(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function fits(shown: string, printed: string): boolean {
  const parts = shown.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[\\s\\S]*")}$`).test(printed);
}
