import { listMessages as operation, type QueryOf } from "@tidings/contract";
import type { Queryable } from "../../database/database.ts";
import { AppError } from "../../foundation/app-error.ts";
import { bothCursors } from "../../foundation/cursor-page.ts";
import { type WorkflowId, workflowKeyOf } from "../../foundation/ids.ts";
import { omitEmpty } from "../../foundation/omit-empty.ts";
import { type Api, endpoint, type Received } from "../../http/endpoint.ts";
import { findIntegrationChannel } from "../../integrations/integration-channel-store.ts";
import { findSubscriber } from "../../subscribers/subscriber-store.ts";
import { findWorkflowHeads } from "../../workflows/workflow-store.ts";
import type { MessageFilter } from "../message-filter-store.ts";
import type { ListedMessage } from "../message-list-store.ts";
import type { MessageWindow } from "../message-walk-store.ts";
import { toMessagePage } from "./message-page.ts";
import { toMessage } from "./message-wire.ts";

const DEFAULT_LIMIT = 10;
const MAX_PER_PAGE = 1_000;

type Query = Received<QueryOf<typeof operation>>;

export const listMessages = (api: Api) =>
  endpoint(operation, async ({ database, environment, query }) => {
    const page = query.page ?? 0;
    const limit = query.limit || DEFAULT_LIMIT;
    // The same sentence as Novu's.
    if (limit > MAX_PER_PAGE) throw new AppError("bad_request", "Limit can not be larger then 1000");
    const cursor = cursorOf(query);
    if (cursor && page > 0) throw new AppError("bad_request", 'Cannot specify both a cursor and "page".');
    const filter = await filterOf(database, environment.id, query);
    const toRecord = (message: ListedMessage) => toMessage(message, environment, api.brand);
    const isCounted = !cursor && query.includeTotal !== false;
    return toMessagePage({ database, environment }, filter, { page, limit, cursor, isCounted, toRecord });
  });

/** The ids of messages are in the order of the list, so a cursor also works after its message was deleted. */
function cursorOf({ after, before }: Query): MessageWindow["cursor"] {
  if (after && before) throw bothCursors();
  const id = before || after;
  return id ? { id: id.toLowerCase(), isBefore: Boolean(before) } : undefined;
}

async function filterOf(database: Queryable, environmentId: string, query: Query): Promise<MessageFilter> {
  const { channel, status, notificationId, integrationId, workflowId, subscriberId: subscriberKey } = query;
  const transactionIds = query.transactionId?.filter((id) => id !== "");
  const keys = query.contextKeys?.filter((key) => key !== "");
  const filter: MessageFilter = {
    ...omitEmpty({ channel, status, notificationId: notificationId?.toLowerCase() || undefined }),
    ...(integrationId ? await ofIntegration(database, environmentId, integrationId.toLowerCase()) : {}),
    ...(workflowId ? { workflowIds: await workflowIdsOf(database, environmentId, workflowId) } : {}),
    ...(transactionIds?.length ? { transactionIds } : {}),
    ...(keys?.length ? { contextKeys: keys } : {}),
  };
  if (!subscriberKey) return filter;
  const subscriber = await findSubscriber(database, environmentId, subscriberKey);
  if (!subscriber) throw new AppError("not_found", `Subscriber '${subscriberKey}' was not found`);
  return { ...filter, subscriberId: subscriber.id };
}

async function workflowIdsOf(database: Queryable, environmentId: string, key: string): Promise<WorkflowId[]> {
  const heads = await findWorkflowHeads(database, environmentId, [workflowKeyOf(key)]);
  return heads.map(({ id }) => id);
}

async function ofIntegration(database: Queryable, environmentId: string, id: string): Promise<MessageFilter> {
  const channel = await findIntegrationChannel(database, environmentId, id);
  return channel ? { integration: { id, channel } } : { ids: [] };
}
