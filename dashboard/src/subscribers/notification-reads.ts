import type { listNotifications, QueryOf } from "@tidings/contract";
import { useRead } from "../app/read.ts";
import { dayRange } from "./dates.ts";

/** Which notifications of the subscriber; parameters of the address. */
export type NotificationFilters = { workflow?: string; day?: string; page?: string };

export const PAGE_ROWS = 20;
const KEY = ["notifications-of"] as const;

type Wanted = { subscriberId: string; filters: NotificationFilters; zone: string | undefined };

/** `zone`: in which a day of the filters begins and ends. */
function queryOf({ subscriberId, filters, zone }: Wanted): QueryOf<typeof listNotifications> {
  const { workflow, day, page } = filters;
  const range = day ? dayRange(day, zone) : undefined;
  return {
    subscriberIds: [subscriberId],
    limit: PAGE_ROWS,
    page: pageOf(page),
    ...(workflow ? { templates: [workflow] } : {}),
    ...(range ? { after: range.from, before: range.to } : {}),
  };
}

/** Starts at 0; what is no number is the first page. */
export const pageOf = (page: string | undefined): number => (/^\d{1,6}$/.test(page ?? "") ? Number(page) : 0);

/** One page. It is read again only when the reader asks for it, so that no row moves. */
export function useNotifications(wanted: Wanted) {
  const query = queryOf(wanted);
  return useRead([...KEY, wanted.subscriberId, query], (client) => client.notifications.list(query), {
    keepsPrevious: true,
  });
}

/** How many newer ones there are than the first row, counted up to a page. */
export function useNewer(wanted: Wanted, firstId: string | undefined): number {
  const isEnabled = firstId !== undefined && pageOf(wanted.filters.page) === 0;
  const { page: _, ...rest } = queryOf(wanted);
  const query = { ...rest, view: "brief" as const, beforeId: firstId ?? "" };
  const { data } = useRead(
    [...KEY, "newer", wanted.subscriberId, query],
    (client) => client.notifications.list(query),
    { live: ["notifications"], isEnabled },
  );
  return isEnabled ? (data?.data.length ?? 0) : 0;
}
