import { CHANNELS, type listMessages, MESSAGE_STATUSES, type QueryOf } from "@tidings/contract";
import { searchOf } from "../app/search-params.ts";

/** The parameters of the list's address. */
export const messageSearch = searchOf(
  "channel",
  "status",
  "workflow",
  "subscriber",
  "integration",
  "notification",
  "transaction",
  "after",
  "before",
);
export type MessageFilters = ReturnType<typeof messageSearch>;

const PAGE_ROWS = 25;

/** The query of `listMessages`. Words that it does not know filter nothing. */
export function queryOf(filters: MessageFilters): QueryOf<typeof listMessages> {
  const { workflow, subscriber, integration, notification, transaction, after, before } = filters;
  const channel = CHANNELS.find((one) => one === filters.channel);
  const status = MESSAGE_STATUSES.find((one) => one === filters.status);
  return {
    limit: PAGE_ROWS,
    includeTotal: false,
    ...(channel ? { channel } : {}),
    ...(status ? { status } : {}),
    ...(workflow ? { workflowId: workflow } : {}),
    ...(subscriber ? { subscriberId: subscriber } : {}),
    ...(integration ? { integrationId: integration } : {}),
    ...(notification ? { notificationId: notification } : {}),
    ...(transaction ? { transactionId: [transaction] } : {}),
    ...(after ? { after } : {}),
    ...(before ? { before } : {}),
  };
}

/** The first page of the same list. */
export function firstPage({ after: _, before: __, ...rest }: MessageFilters): MessageFilters {
  return rest;
}
