import type { AnyOperation, InboxNotification } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import type { Api, Call } from "../../http/endpoint.ts";
import type { InboxChange } from "../change.ts";
import {
  type ChangeParts,
  changeInbox,
  changeOne,
  deleteFromInbox,
  messageNotFound,
} from "../change-inbox.ts";
import type { Selection } from "../change-store.ts";
import { type ActionChange, completeAction } from "../complete-action.ts";
import type { InboxFilter } from "../inbox-filter.ts";
import type { InboxMessage } from "../inbox-message.ts";
import { countInbox, listInbox, type Position } from "../inbox-store.ts";
import { toInboxNotification } from "../inbox-wire.ts";
import type { Inbox } from "../session.ts";
import { readShownWith } from "../show-messages.ts";
import type { CountFilter } from "./inbox-filter-wire.ts";

/** The part of a request that all operations of an inbox have. */
export type InboxCall = Pick<Call<AnyOperation>, "database" | "environment" | "transaction">;
export type InboxApi = Pick<Api, "versions" | "announceWork" | "inboxHints">;

/** Whose inbox it is, and which of its messages are listed. */
type Wanted = { inbox: Inbox; filter: InboxFilter; position: Position };

/** A page of an inbox. */
export async function listOf(call: InboxCall, { inbox, ...wanted }: Wanted) {
  const { messages, hasMore } = await listInbox(call.database, call.environment.id, inbox, wanted);
  return { data: await show(call, inbox, messages), hasMore };
}

/** The number of messages for each filter, with the filter as it was sent. */
export async function countsOf(
  { database, environment }: InboxCall,
  inbox: Inbox,
  filters: readonly CountFilter[],
) {
  const wanted = filters.map(({ filter }) => filter);
  const counts = await countInbox(database, environment.id, inbox, wanted);
  return { data: filters.map(({ given }, index) => ({ count: counts[index] ?? 0, filter: given })) };
}

/** What the operations of a session, and those with an API key, change in an inbox. */
export type InboxCalls = ReturnType<typeof createInboxCalls>;

export function createInboxCalls({ versions, announceWork, inboxHints: hints }: InboxApi) {
  const partsOf = ({ database, transaction }: InboxCall): ChangeParts => ({
    database,
    versions,
    whenDurable: transaction ? transaction.afterCommit : (then) => then(),
    announceWork,
    hints,
  });
  return {
    async change(call: InboxCall, inbox: Inbox, id: string, change: InboxChange) {
      const message = await changeOne(partsOf(call), call.environment.id, inbox, { id, change });
      return showOne(call, inbox, message);
    },

    async complete(call: InboxCall, inbox: Inbox, change: ActionChange) {
      return showOne(call, inbox, await completeAction(partsOf(call), call.environment.id, inbox, change));
    },

    async delete(call: InboxCall, inbox: Inbox, id: string): Promise<undefined> {
      const count = await deleteFromInbox(partsOf(call), call.environment.id, inbox, { ids: [id] });
      if (count === 0) throw messageNotFound(id);
    },

    async changeMany(
      call: InboxCall,
      inbox: Inbox,
      { change, selection }: { change: InboxChange; selection: Selection },
    ): Promise<number> {
      return changeInbox(partsOf(call), call.environment.id, inbox, { change, selection });
    },

    async deleteMany(call: InboxCall, inbox: Inbox, selection: Selection): Promise<undefined> {
      await deleteFromInbox(partsOf(call), call.environment.id, inbox, selection);
    },
  };
}

async function showOne(call: InboxCall, inbox: Inbox, message: InboxMessage): Promise<InboxNotification> {
  const [shown] = await show(call, inbox, [message]);
  return shown as InboxNotification;
}

async function show(
  { database, environment }: InboxCall,
  { subscriberId }: Inbox,
  messages: readonly InboxMessage[],
): Promise<InboxNotification[]> {
  if (messages.length === 0) return [];
  const subscriberIds = [subscriberId];
  const { recipientOf, workflowOf } = await readShownWith(database, environment.id, {
    subscriberIds,
    messages,
  });
  const recipient = recipientOf(subscriberId);
  // The subscriber was deleted at this moment.
  if (!recipient) throw new AppError("not_found", "The subscriber was deleted");
  return messages.map((message) => toInboxNotification(message, { recipient, workflowOf }));
}
