import { ID_MAX } from "@tidings/contract";

/**
 * Leaves room for a hyphen and a number after a name; also the length of the prefix by which taken names are
 * searched.
 */
const MAX_BASE_LENGTH = ID_MAX - 8;

/** The prefix of all names that can conflict with this one. */
export function beginningOf(name: string): string {
  return name.slice(0, MAX_BASE_LENGTH).replace(/[-_.]+$/, "");
}

/** The name, or the name with the first free number appended: `welcome`, `welcome-1`, `welcome-2`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  const base = beginningOf(name);
  let number = 1;
  while (taken.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}
