import type { Queryable } from "../database/database.ts";
import type { SubscriberId } from "../foundation/ids.ts";
import { findOutlines, type WorkflowOutline } from "../preferences/workflow-outline-store.ts";
import type { InboxMessage } from "./inbox-message.ts";
import { findRecipients, type Recipient } from "./recipient-store.ts";

/** What messages of inboxes are shown with: their recipients and their workflows as they are now. */
export type ShownWith = {
  recipientOf: (id: SubscriberId) => Recipient | undefined;
  workflowOf: (id: string) => WorkflowOutline | undefined;
};

/** Reads it with two statements. */
export async function readShownWith(
  database: Queryable,
  environmentId: string,
  { subscriberIds, messages }: { subscriberIds: readonly SubscriberId[]; messages: readonly InboxMessage[] },
): Promise<ShownWith> {
  const ids = [...new Set(messages.map(({ workflowId }) => workflowId))];
  const references = ids.map((id) => ({ id, key: id as string as WorkflowOutline["workflowKey"] }));
  const [recipients, outlines] = await Promise.all([
    findRecipients(database, environmentId, subscriberIds),
    ids.length > 0 ? findOutlines(database, environmentId, references) : [],
  ]);
  const workflows = new Map(outlines.flatMap((one) => (one ? [[one.id as string, one]] : [])));
  return { recipientOf: (id) => recipients.get(id), workflowOf: (id) => workflows.get(id) };
}
