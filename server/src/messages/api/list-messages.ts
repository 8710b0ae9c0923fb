import { listMessages as operation, type QueryOf } from "@tidings/contract";
import { findContextFilter } from "../../contexts/context-filter-store.ts";
import type { Queryable } from "../../database/database.ts";
import { AppError } from "../../foundation/app-error.ts";
import { type Api, endpoint, type Received } from "../../http/endpoint.ts";
import { findSubscriber } from "../../subscribers/subscriber-store.ts";
import type { MessageFilter } from "../message-filter-store.ts";
import type { ListedMessage } from "../message-list-store.ts";
import { toMessagePage } from "./message-page.ts";
import { toMessage } from "./message-wire.ts";

const DEFAULT_LIMIT = 10;
const MAX_PER_PAGE = 1_000;

export const listMessages = (api: Api) =>
  endpoint(operation, async ({ database, environment, query }) => {
    const page = query.page ?? 0;
    const limit = query.limit || DEFAULT_LIMIT;
    // The same sentence as Novu's.
    if (limit > MAX_PER_PAGE) throw new AppError("bad_request", "Limit can not be larger then 1000");
    const filter = await filterOf(database, environment.id, query);
    const toRecord = (message: ListedMessage) => toMessage(message, environment, api.brand);
    return toMessagePage({ database, environment }, filter, { page, limit, toRecord });
  });

async function filterOf(
  database: Queryable,
  environmentId: string,
  { channel, subscriberId: subscriberKey, transactionId, contextKeys }: Received<QueryOf<typeof operation>>,
): Promise<MessageFilter> {
  const transactionIds = transactionId?.filter((id) => id !== "");
  const keys = contextKeys?.filter((key) => key !== "");
  const filter: MessageFilter = {
    ...(channel ? { channel } : {}),
    ...(transactionIds?.length ? { transactionIds } : {}),
    ...(keys?.length ? { contexts: await findContextFilter(database, environmentId, keys) } : {}),
  };
  if (!subscriberKey) return filter;
  const subscriber = await findSubscriber(database, environmentId, subscriberKey);
  if (!subscriber) throw new AppError("not_found", `Subscriber '${subscriberKey}' was not found`);
  return { ...filter, subscriberId: subscriber.id };
}
