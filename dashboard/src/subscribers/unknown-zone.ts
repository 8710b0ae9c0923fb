import type { Subscriber } from "@tidings/contract";

/** Whether the service knows no zone of the subscriber's name for it: the default zone of its environment then counts. */
export function isZoneUnknown({ warnings = [] }: Pick<Subscriber, "warnings">): boolean {
  return warnings.some(({ field }) => field === "timezone");
}
