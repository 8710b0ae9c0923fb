/** An id of a provider; longer ones are taken for something else. */
const MAX_ID = 255;

/** The JSON of an answer, or undefined: providers send HTML, nothing, or half of it. */
export function parseAnswer(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** What stands at `data.items.0.id`, as a text of at most `maxLength`. Own properties only. */
export function textAt(json: unknown, path: string, maxLength: number = MAX_ID): string | undefined {
  const found = path.split(".").reduce(step, json);
  if (typeof found === "number") return String(found);
  return typeof found === "string" && found !== "" && found.length <= maxLength ? found : undefined;
}

function step(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
