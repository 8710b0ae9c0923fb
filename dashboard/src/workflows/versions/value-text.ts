import { ruleInWords } from "../../timeline/rule-words.ts";

/** Members whose objects are read more easily as an outline than as JSON. */
const OUTLINED: ReadonlySet<string> = new Set(["delivery", "onlyIf", "repeat", "preferences"]);

/** The value of a member as lines of text; a value that is absent or empty is no line. */
export function valueText(name: string, value: unknown): string {
  if (value === undefined || value === null || value === "") return "";
  if (name === "skip") return ruleInWords(value);
  if (typeof value === "string") return jsonIn(value) ?? value;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value !== "object") return String(value);
  if (name === "tags" && Array.isArray(value)) return value.join("\n");
  return OUTLINED.has(name) ? outline(value) : jsonText(value);
}

export const jsonText = (value: unknown): string =>
  value === undefined || value === null ? "" : JSON.stringify(value, null, 2);

/** Texts of block editors are JSON in one line. */
function jsonIn(text: string): string | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return jsonText(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** One line for each value, with its path; lengths of time are one value. */
function outline(value: object, path = ""): string {
  return Object.entries(value)
    .map(([name, one]) => {
      const label = path === "" ? name : `${path}.${name}`;
      const length = lengthIn(one);
      if (length !== undefined) return `${label}: ${length}`;
      if (typeof one === "object" && one !== null) return outline(one, label);
      return `${label}: ${one === null ? "not set" : String(one)}`;
    })
    .filter((line) => line !== "")
    .join("\n");
}

function lengthIn(value: unknown): string | undefined {
  const { amount, unit, ...rest } = (value ?? {}) as { amount?: unknown; unit?: unknown };
  const isLength = typeof amount === "number" && typeof unit === "string" && Object.keys(rest).length === 0;
  return isLength ? `${amount} ${unit}` : undefined;
}
