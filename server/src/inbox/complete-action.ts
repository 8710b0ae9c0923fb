import { AppError } from "../foundation/app-error.ts";
import type { JsonObject } from "../foundation/json.ts";
import { isJsonObject } from "../foundation/json.ts";
import { lockCta, saveCta } from "./action-store.ts";
import { type ChangeParts, messageNotFound, needMessage } from "./change-inbox.ts";
import type { InboxMessage } from "./inbox-message.ts";
import type { Inbox } from "./session.ts";

/** A button of a message, and whether it was pressed (`done`) or its pressing is taken back. */
export type ActionChange = {
  id: string;
  type: "primary" | "secondary";
  status: "done" | "pending";
  /** What the caller wants to keep with the result. */
  payload?: JsonObject | undefined;
};

/** Stores the result of a button. @throws AppError not_found; bad_request if the message has no such button. */
export async function completeAction(
  { database, whenDurable, hints }: ChangeParts,
  environmentId: string,
  inbox: Inbox,
  change: ActionChange,
): Promise<InboxMessage> {
  await database.transaction(async (tx) => {
    const cta = await lockCta(tx, environmentId, inbox, change.id);
    if (!cta) throw messageNotFound(change.id);
    await saveCta(tx, environmentId, change.id, withResult(cta, change));
  });
  whenDurable(() => hints.changed(environmentId, [{ subscriberId: inbox.subscriberId }]));
  return needMessage(database, environmentId, inbox, change.id);
}

function withResult(cta: JsonObject, { type, status, payload }: ActionChange): JsonObject {
  const { action } = cta;
  const buttons = isJsonObject(action) && Array.isArray(action.buttons) ? action.buttons : [];
  if (!buttons.some((button) => isJsonObject(button) && button.type === type)) {
    throw new AppError(
      "bad_request",
      `Could not perform action on the ${type} button because it does not exist`,
    );
  }
  const result = { type, ...(payload ? { payload } : {}) };
  return { ...cta, action: { status, buttons, result: status === "done" ? result : {} } };
}
