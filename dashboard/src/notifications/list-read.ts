import { useRead } from "../app/read.ts";
import { firstPage, type NotificationFilters, PAGE_ROWS, queryOf } from "./list-filters.ts";

const KEY = "notifications";

/** One page of the list. It is read again only when the reader asks for it, so that no row moves. */
export function useList(filters: NotificationFilters) {
  return useRead([KEY, "list", filters], (client) => client.notifications.list(queryOf(filters)), {
    keepsPrevious: true,
  });
}

/** How many newer ones there are than the first row of the first page: at most a page of them is counted. */
export function useNewer(
  filters: NotificationFilters,
  firstId: string | undefined,
  isEnabled: boolean,
): number {
  const newer = { ...firstPage(filters), ...(firstId ? { beforeId: firstId } : {}) };
  const { data } = useRead([KEY, "newer", newer], (client) => client.notifications.list(queryOf(newer)), {
    live: isEnabled ? ["notifications"] : [],
    isEnabled,
  });
  return Math.min(data?.data.length ?? 0, PAGE_ROWS);
}
