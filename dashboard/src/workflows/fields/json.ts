/** JSON as forms see it: everything that is not the expected is kept as it is. */

export type Members = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Not set: as for the service, null and an empty text mean the same. */
export const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

/** Whether a text has Liquid in it. */
export const isLiquid = (value: unknown): boolean => typeof value === "string" && /\{[{%]/.test(value);

/** The members with these changed, each at its place, new ones at the end; undefined removes a member. */
export function withChanges(members: Members, changes: Members): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ ...members, ...changes }).filter(
      ([name, value]) =>
        value !== undefined || (Object.hasOwn(members, name) && !Object.hasOwn(changes, name)),
    ),
  );
}

/** The value of the text; the text itself while it is no JSON, so that nothing typed is lost. */
export function jsonOrText(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The JSON of a value; a text that is no JSON (yet) as it was typed. */
export function textOfJson(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
