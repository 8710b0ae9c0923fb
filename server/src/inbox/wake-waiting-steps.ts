import type { Queryable } from "../database/database.ts";
import { repeatTarget } from "../workflows/channel-options.ts";
import type { VersionCache } from "../workflows/version-cache.ts";
import type { Step } from "../workflows/workflow.ts";
import type { ChangedMessage } from "./change-store.ts";
import { findWaitingSteps, makeDue, type WaitingStep } from "./waiting-step-store.ts";

/**
 * Makes the steps due that wait for a reaction of the subscriber and have it now: those that repeat a message until it is
 * seen or read, and those that are skipped if it is.
 * @returns whether there were any.
 */
export async function wakeWaitingSteps(
  { tx, versions }: { tx: Queryable; versions: VersionCache },
  environmentId: string,
  reacted: readonly ChangedMessage[],
  now: Date,
): Promise<boolean> {
  if (reacted.length === 0) return false;
  const waiting = await findWaitingSteps(tx, environmentId, reacted);
  if (waiting.length === 0) return false;
  const versionOf = await versions.get(tx, environmentId, waiting);
  const answered = waiting.filter((one) => isAnswered(versionOf(one).definition.steps, one));
  if (answered.length > 0) await makeDue(tx, environmentId, answered, now);
  return answered.length > 0;
}

function isAnswered(steps: readonly Step[], { stepId, reactedStepId, isRead }: WaitingStep): boolean {
  const step = steps.find(({ id }) => id === stepId);
  const reacted = steps.find(({ id }) => id === reactedStepId);
  if (!step || !reacted) return false;
  const { repeat, onlyIf } = step;
  if (repeat && repeatTarget(steps, step) === reacted && (isRead || repeat.until === "seen")) return true;
  if (onlyIf?.step !== reacted.stepKey) return false;
  return onlyIf.is === "not_seen" || (onlyIf.is === "not_read" && isRead);
}
