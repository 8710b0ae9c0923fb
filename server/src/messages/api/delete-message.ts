import { deleteMessage as operation } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { endpoint } from "../../http/endpoint.ts";
import { deleteMessage as removeMessage } from "../message-store.ts";

export const deleteMessage = endpoint(operation, async ({ database, environment, params }) => {
  const { messageId } = params;
  const isDeleted = await removeMessage(database, environment.id, messageId.toLowerCase());
  if (!isDeleted) throw new AppError("not_found", `Message with id ${messageId} not found`);
  return { acknowledged: true, status: "deleted" };
});
