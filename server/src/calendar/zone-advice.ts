import { zonesEndingWith } from "./zones/zones.ts";

/** The sign of these names is the opposite of what people mean: `Etc/GMT+2` is two hours behind UTC. */
const COUNTS_WESTWARD = /^Etc\/GMT[+-]/i;

/** What to write instead of a text that is no zone, such as "write Europe/Berlin" for "Berlin". */
export function zoneAdvice(text: string): string {
  const meant = zonesEndingWith(text).find((name) => !COUNTS_WESTWARD.test(name));
  return `write ${meant ?? "a name such as Europe/Berlin"}`;
}
