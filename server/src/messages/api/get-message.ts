import { getMessage as operation } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { listMessages } from "../message-list-store.ts";
import { toMessage } from "./message-wire.ts";

export const getMessage = (api: Api) =>
  endpoint(operation, async ({ database, environment, params }) => {
    const { messageId } = params;
    const filter = { ids: [messageId.toLowerCase()] };
    const { messages } = await listMessages(database, environment.id, filter, { offset: 0, limit: 1 });
    if (!messages[0]) throw new AppError("not_found", `Message with id ${messageId} not found`);
    return toMessage(messages[0], environment, api.brand);
  });
