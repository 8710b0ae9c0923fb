import type { Api, Endpoint } from "../../http/endpoint.ts";
import { deleteMessage } from "./delete-message.ts";
import { deleteMessagesByTransaction } from "./delete-messages-by-transaction.ts";
import { getMessage } from "./get-message.ts";
import { listMessages } from "./list-messages.ts";

export function messageEndpoints(api: Api): Endpoint[] {
  return [getMessage(api), listMessages(api), deleteMessage, deleteMessagesByTransaction];
}
