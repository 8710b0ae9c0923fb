import type { Notification } from "@tidings/contract";
import { useRead } from "../app/read.ts";

export const HOUR_MS = 3_600_000;
export const RANGE_HOURS = 30 * 24;
const LIMIT = 50;

/** A step that goes on at a moment. */
export type Due = {
  readonly at: string;
  /** "Wait (Ada)". */
  readonly what: string;
};

/** The steps that wait for a moment within the next 30 days, the earliest first. */
export function useDue(now: string): readonly Due[] {
  const dueBefore = new Date(Date.parse(now) + RANGE_HOURS * HOUR_MS).toISOString();
  const { data } = useRead(
    ["test-clock-due", dueBefore],
    (client) => client.notifications.list({ dueBefore, view: "brief", limit: LIMIT }),
    { live: ["notifications"], keepsPrevious: true },
  );
  return dueOf(data?.data ?? []);
}

export function dueOf(notifications: readonly Notification[]): Due[] {
  const due = notifications.flatMap(({ jobs = [], subscriber, template }) =>
    jobs.flatMap(({ dueAt, status, stepId, type }) => {
      const isWaiting = dueAt !== undefined && (status === "delayed" || status === "queued");
      const person = subscriber?.firstName ?? subscriber?.subscriberId;
      const what = [stepId ?? type, template?.name].filter(Boolean).join(", ");
      return isWaiting ? [{ at: dueAt, what: person ? `${what} (${person})` : what }] : [];
    }),
  );
  return due.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
