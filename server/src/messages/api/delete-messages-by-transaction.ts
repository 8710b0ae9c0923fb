import { deleteMessagesByTransaction as operation } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { endpoint } from "../../http/endpoint.ts";
import { deleteMessagesOf } from "../message-store.ts";

export const deleteMessagesByTransaction = endpoint(
  operation,
  async ({ database, environment, params, query }) => {
    const { transactionId } = params;
    const { channel } = query;
    const selection = channel ? { transactionId, channel } : { transactionId };
    const deleted = await deleteMessagesOf(database, environment.id, selection);
    if (deleted === 0) throw new AppError("not_found", "Invalid transactionId or channel");
    return undefined;
  },
);
