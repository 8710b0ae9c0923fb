import type { Notification } from "@tidings/contract";
import { useRef } from "react";
import { useEntryKey } from "../app/entry-key.ts";
import { useEnvironment } from "../app/environment.tsx";
import { useHints } from "../app/live.ts";
import { usePresent } from "../app/present.ts";
import { useRead } from "../app/read.ts";
import { queryClient } from "../app/service.ts";
import { firstPage, type NotificationFilters, PAGE_ROWS, queryOf } from "./list-filters.ts";
import { isRelative } from "./period.ts";

const KEY = "notifications";

/** The query of the filters, and whether it is known: a period is counted from the present of the environment. */
export function useQueryOf(filters: NotificationFilters) {
  const present = usePresent();
  const isKnown = present !== undefined || !isRelative(filters);
  return { isKnown, query: queryOf(filters, present ?? new Date(0)) };
}

type Page = { data: Notification[]; next?: string | null; previous?: string | null };

/**
 * One page of the list. It is read again only when the reader asks for it, so that no row moves; what the listed rows say
 * follows their changes.
 */
export function useList(filters: NotificationFilters) {
  const entry = useEntryKey();
  const { query, isKnown } = useQueryOf(filters);
  const key = [KEY, "list", filters, entry];
  const read = useRead<Page>(key, (client) => client.notifications.list(query), {
    keepsPrevious: true,
    isKept: true,
    isEnabled: isKnown,
  });
  const refreshRows = useRefresh(key, read.data?.data.map(({ _id = "" }) => _id) ?? []);
  return { ...read, refreshRows };
}

/** Reads the rows with these ids again when one of them has changed, and puts them in their places. */
function useRefresh(key: readonly unknown[], ids: readonly string[]): () => Promise<void> {
  const { environment, client } = useEnvironment();
  const running = useRef({ is: false, isAgain: false });
  const refresh = async (): Promise<void> => {
    running.current.isAgain = true;
    if (running.current.is || ids.length === 0) return;
    running.current.is = true;
    while (running.current.isAgain) {
      running.current.isAgain = false;
      const fresh = await client.notifications
        .list({ view: "brief", notificationIds: [...ids], limit: PAGE_ROWS })
        .catch(() => undefined);
      queryClient.setQueryData<Page>(
        [environment._id, ...key],
        (page) => page && replaced(page, fresh?.data),
      );
    }
    running.current.is = false;
  };
  useHints(
    ids.map((id) => `notification:${id}` as const),
    () => void refresh(),
  );
  return refresh;
}

/** A row that has been deleted meanwhile stays as it was. */
function replaced(page: Page, fresh: readonly Notification[] = []): Page {
  const byId = new Map(fresh.map((row) => [row._id, row]));
  return { ...page, data: page.data.map((row) => byId.get(row._id) ?? row) };
}

/** How many newer ones there are than the first row of the first page: at most a page of them is counted. */
export function useNewer(
  filters: NotificationFilters,
  firstId: string | undefined,
  isEnabled: boolean,
): number {
  const newer = { ...firstPage(filters), ...(firstId ? { beforeId: firstId } : {}) };
  const { query } = useQueryOf(newer);
  const { data } = useRead([KEY, "newer", newer], (client) => client.notifications.list(query), {
    live: isEnabled ? ["notifications"] : [],
    isEnabled,
  });
  return Math.min(data?.data.length ?? 0, PAGE_ROWS);
}

const COUNT_MOST = 50;
const COUNT_EVERY_MS = 10_000;

/** "26", or "50+": at most a page is read, however many there are. Undefined until it is known, and for none. */
export function useCount(filters: NotificationFilters): string | undefined {
  const { query, isKnown } = useQueryOf(filters);
  const { data } = useRead<Page>(
    [KEY, "count", filters],
    (client) => client.notifications.list({ ...query, limit: COUNT_MOST }),
    { isEnabled: isKnown, everyMs: COUNT_EVERY_MS, keepsPrevious: true },
  );
  const count = data?.data.length ?? 0;
  if (count === 0) return undefined;
  return data?.next ? `${count}+` : String(count);
}
