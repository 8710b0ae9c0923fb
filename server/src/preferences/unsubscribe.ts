import type { Queryable, Transactional } from "../database/database.ts";
import { findEnvironment } from "../environments/environment-store.ts";
import { AppError } from "../foundation/app-error.ts";
import type { SubscriberKey } from "../foundation/ids.ts";
import { findSubscriberKey } from "../subscribers/subscriber-store.ts";
import { isCritical } from "../workflows/workflow.ts";
import { changePreferences } from "./change-preferences.ts";
import type { Unsubscription } from "./unsubscribe-token.ts";
import { findOutlines, type WorkflowOutline } from "./workflow-outline-store.ts";

/** The subscriber and the workflow of a link. */
export type Unsubscribable = { subscriberKey: SubscriberKey; workflow: WorkflowOutline };

/** @returns undefined if the environment, the subscriber or the workflow is gone, or the workflow is critical. */
export async function findUnsubscribable(
  database: Queryable,
  { environmentId, workflowId, subscriberId }: Unsubscription,
): Promise<Unsubscribable | undefined> {
  if (!(await findEnvironment(database, environmentId))) return undefined;
  const subscriberKey = await findSubscriberKey(database, environmentId, subscriberId);
  const [workflow] = await findOutlines(database, environmentId, [referenceTo(workflowId)]);
  if (subscriberKey === undefined || workflow?.id !== workflowId || isCritical(workflow)) return undefined;
  return { subscriberKey, workflow };
}

/** Disables the channel e-mail of the workflow for the subscriber. @returns as `findUnsubscribable`. */
export async function unsubscribe(
  database: Transactional,
  unsubscription: Unsubscription,
): Promise<Unsubscribable | undefined> {
  const found = await findUnsubscribable(database, unsubscription);
  if (!found) return undefined;
  const { environmentId, workflowId } = unsubscription;
  const ofWorkflows = [{ workflow: referenceTo(workflowId), channels: { email: false } }];
  // The token of the link is signed.
  const change = { subscriberKey: found.subscriberKey, isProven: true, ofWorkflows };
  return (await changed(database, environmentId, change)) ? found : undefined;
}

const referenceTo = (workflowId: Unsubscription["workflowId"]) => ({
  id: workflowId,
  key: workflowId as string as WorkflowOutline["workflowKey"],
});

/** False where the workflow was deleted or became critical in the meantime. */
async function changed(...[database, environmentId, change]: Parameters<typeof changePreferences>) {
  try {
    return (await changePreferences(database, environmentId, change)) !== undefined;
  } catch (error) {
    if (error instanceof AppError && (error.code === "not_found" || error.code === "bad_request"))
      return false;
    throw error;
  }
}
