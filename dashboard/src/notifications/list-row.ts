import type { Job, Notification } from "@tidings/contract";
import type { State } from "../components/state-mark.tsx";

const OF_STATUS: Record<string, State> = {
  completed: "delivered",
  failed: "failed",
  queued: "waiting",
  running: "waiting",
  delayed: "waiting",
  canceled: "skipped",
  skipped: "skipped",
  merged: "merged",
};

/** The shape of a step. Without `failedSteps`, a step that failed did so for a reason of the subscriber: no address. */
export function stateOfJob({ status, nextAttemptAt }: Job, { failedSteps = 0 }: Notification): State {
  if (nextAttemptAt) return "trying";
  const state = OF_STATUS[status] ?? "pending";
  return state === "failed" && failedSteps === 0 ? "unreachable" : state;
}

export const workflowOf = ({ template }: Notification): string | undefined =>
  template?.triggers[0]?.identifier ?? template?.name;

/** The name of a person, or their id. */
export function personOf({ subscriber }: Notification): string | undefined {
  const name = [subscriber?.firstName, subscriber?.lastName].filter(Boolean).join(" ");
  return name || subscriber?.subscriberId;
}

/** The earliest moment that a step of it waits for. */
export function waitsUntil({ jobs = [] }: Notification): string | undefined {
  const moments = jobs.flatMap(
    ({ nextAttemptAt, dueAt, closesAt }) => nextAttemptAt ?? dueAt ?? closesAt ?? [],
  );
  return moments.sort()[0];
}
