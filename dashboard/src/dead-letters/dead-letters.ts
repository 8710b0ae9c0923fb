import type { DeadReason } from "@tidings/contract";
import { useRead } from "../app/read.ts";
import { type DeadLetterFilters, firstPage, queryOf } from "./filters.ts";

export const KEY = "dead-letters";

/** One page of the list. It is read again only when the reader asks for it, so that no row moves. */
export function useDeadLetters(filters: DeadLetterFilters) {
  return useRead([KEY, "list", filters], (client) => client.deadLetters.list(queryOf(filters)), {
    keepsPrevious: true,
  });
}

/** The numbers of each reason, without a filter for the reason. */
export function useReasonCounts({ reason: _, ...filters }: DeadLetterFilters): [DeadReason, number][] {
  const query = { ...queryOf(firstPage(filters)), limit: 1 };
  const { data } = useRead([KEY, "counts", query], (client) => client.deadLetters.list(query), {
    live: [KEY],
    keepsPrevious: true,
  });
  return Object.entries(data?.counts ?? {}) as [DeadReason, number][];
}

/** How many have been given up since the list was read. */
export function useNewer(filters: DeadLetterFilters, shown: { total: number } | undefined): number {
  const query = { ...queryOf(firstPage(filters)), limit: 1 };
  const { data } = useRead([KEY, "newer", query], (client) => client.deadLetters.list(query), {
    live: shown ? [KEY] : [],
    isEnabled: shown !== undefined,
  });
  return Math.max(0, (data?.totalCount ?? 0) - (shown?.total ?? 0));
}
