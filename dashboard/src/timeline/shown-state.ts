import type { Notification } from "@tidings/contract";
import type { State } from "../components/state-mark.tsx";

/**
 * The mark of a notification. One that failed without a step for the operator to repair could not reach its recipient: that
 * is no failure of ours, and is not shown as one.
 */
export function shownState({
  state,
  failedSteps = 0,
}: Pick<Notification, "state" | "failedSteps">): State | undefined {
  return state === "failed" && failedSteps === 0 ? "unreachable" : state;
}
