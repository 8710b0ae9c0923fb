/** The particulars of an execution detail, read from JSON that may have any shape. */
export type RawFacts = {
  readonly text: (name: string) => string | undefined;
  readonly number: (name: string) => number | undefined;
  readonly list: (name: string) => readonly RawFacts[];
  readonly object: (name: string) => RawFacts | undefined;
  readonly any: (name: string) => unknown;
  readonly names: readonly string[];
};

/** Text that is no JSON object has no facts. */
export function readRaw(raw: string | null | undefined): RawFacts {
  try {
    return factsOf(JSON.parse(raw ?? "{}"));
  } catch {
    return factsOf({});
  }
}

function factsOf(read: unknown): RawFacts {
  const record = isRecord(read) ? read : {};
  const any = (name: string) => (Object.hasOwn(record, name) ? record[name] : undefined);
  return {
    any,
    names: Object.keys(record),
    text: (name) => {
      const found = any(name);
      return typeof found === "string" && found !== "" ? found : undefined;
    },
    number: (name) => {
      const found = any(name);
      return typeof found === "number" && Number.isFinite(found) ? found : undefined;
    },
    list: (name) => {
      const found = any(name);
      return Array.isArray(found) ? found.filter(isRecord).map(factsOf) : [];
    },
    object: (name) => {
      const found = any(name);
      return isRecord(found) ? factsOf(found) : undefined;
    },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An ISO time among the facts. */
export function timeIn(raw: RawFacts, name: string): string | undefined {
  const text = raw.text(name);
  return text !== undefined && Number.isFinite(Date.parse(text)) ? text : undefined;
}
