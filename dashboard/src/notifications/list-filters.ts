import type { listNotifications, QueryOf } from "@tidings/contract";
import { searchOf } from "../app/search-params.ts";
import { rangeOf } from "./period.ts";

/** The parameters of the list's address. */
export const notificationSearch = searchOf(
  "state",
  "attention",
  "workflow",
  "search",
  "subscriber",
  "transaction",
  "channel",
  "code",
  "period",
  "from",
  "to",
  "afterId",
  "beforeId",
);
export type NotificationFilters = ReturnType<typeof notificationSearch>;

type NotificationSearch = QueryOf<typeof listNotifications>;

export const PAGE_ROWS = 25;

/** The lists above the table: the first that fits is the chosen one. */
export const LISTS = ["attention", "waiting", "delivered", "skipped", "all"] as const;
export type List = (typeof LISTS)[number];

const SEARCH_OF: Record<List, NotificationFilters> = {
  attention: { attention: "true" },
  waiting: { state: "waiting" },
  delivered: { state: "delivered" },
  skipped: { state: "skipped" },
  all: {},
};

export const searchOfList = (list: List): NotificationFilters => SEARCH_OF[list];

export function listOf({ attention, state }: NotificationFilters): List {
  if (attention === "true") return "attention";
  return LISTS.find((list) => list !== "all" && SEARCH_OF[list].state === state && state) || "all";
}

/**
 * The query of `listNotifications`; `present` is that of the environment. Skipped ones and those that were merged into a
 * digest are one list.
 */
export function queryOf(filters: NotificationFilters, present: Date): NotificationSearch {
  const { state, attention, workflow, search, subscriber, transaction, channel, code } = filters;
  const { afterId, beforeId } = filters;
  return {
    view: "brief",
    limit: PAGE_ROWS,
    ...(state ? { state: state === "skipped" ? ["skipped", "merged"] : [state] } : {}),
    ...(attention === "true" ? { attention: true } : {}),
    ...(workflow ? { workflowIds: [workflow] } : {}),
    ...(search ? { search } : {}),
    ...(subscriber ? { subscriberIds: [subscriber] } : {}),
    ...(transaction ? { transactionId: [transaction] } : {}),
    ...(channel ? { channels: [channel] } : {}),
    ...(code ? { code: [code] } : {}),
    ...rangeOf(filters, present),
    ...(afterId ? { afterId } : {}),
    ...(beforeId ? { beforeId } : {}),
    // The address may have words that the service does not know: it answers with the ones that it does.
  } as NotificationSearch;
}

/** Whether anything but the list itself narrows the rows. */
export const isNarrowed = ({
  state: _,
  attention: __,
  afterId: ___,
  beforeId: ____,
  ...rest
}: NotificationFilters) => Object.values(rest).some(Boolean);

/** The first page of the same list. */
export function firstPage({ afterId: _, beforeId: __, ...rest }: NotificationFilters): NotificationFilters {
  return rest;
}
