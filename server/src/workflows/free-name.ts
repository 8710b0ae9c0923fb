import { ID_MAX } from "@tidings/contract";

/** Room for a hyphen and a number behind a name; also how much of a name is looked for among the taken ones. */
const LONGEST_BASE = ID_MAX - 8;

/** All names that can be in the way of a name one begin like this. */
export function beginningOf(name: string): string {
  return name.slice(0, LONGEST_BASE).replace(/[-_.]+$/, "");
}

/** The name name, or with the first free number behind it: `welcome`, `welcome-1`, `welcome-2`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  const base = beginningOf(name);
  let number = 1;
  while (taken.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}
