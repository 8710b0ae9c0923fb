import { ID_MAX } from "@tidings/contract";

/** Room for a hyphen and a number behind a name; also how much of a name is looked for among the taken ones. */
const LONGEST_BASE = ID_MAX - 8;

/** All names that can be in the way of a wanted one begin like this. */
export function beginningOf(wanted: string): string {
  return wanted.slice(0, LONGEST_BASE).replace(/[-_.]+$/, "");
}

/** The wanted name, or with the first free number behind it: `welcome`, `welcome-1`, `welcome-2`. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  const base = beginningOf(wanted);
  let number = 1;
  while (taken.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}
