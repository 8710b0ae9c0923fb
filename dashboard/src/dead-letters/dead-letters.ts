import type { DeadReason, ReplayProgress } from "@tidings/contract";
import { useEffect } from "react";
import { useEntryKey } from "../app/entry-key.ts";
import { useRead } from "../app/read.ts";
import { type DeadLetterFilters, firstPage, queryOf } from "./filters.ts";

export const KEY = "dead-letters";

/** One page of the list. It is read again only when the reader asks for it, so that no row moves. */
export function useDeadLetters(filters: DeadLetterFilters) {
  const entry = useEntryKey();
  return useRead([KEY, "list", filters, entry], (client) => client.deadLetters.list(queryOf(filters)), {
    keepsPrevious: true,
    isKept: true,
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

const LOOK_EVERY_MS = 1_000;
const NOTHING = { sent: 0, failed: 0, waiting: 0 };

/** What has become of the messages of these replays; looked at again until all are sent or given up. */
export function useReplayProgress(replayIds: readonly string[]): ReplayProgress | undefined {
  const { data, refetch } = useRead(
    [KEY, "progress", replayIds],
    async ({ deadLetters }) => {
      const answers = await Promise.all(
        replayIds.map((replayId) => deadLetters.list({ replayId, limit: 1 })),
      );
      return answers.map(({ progress = NOTHING }) => progress).reduce(sumOf, NOTHING);
    },
    { keepsPrevious: true, isEnabled: replayIds.length > 0 },
  );
  const isOver = data?.waiting === 0;
  useEffect(() => {
    if (isOver || replayIds.length === 0) return;
    const timer = setInterval(() => void refetch(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isOver, refetch, replayIds.length]);
  return data;
}

const sumOf = (one: ReplayProgress, other: ReplayProgress): ReplayProgress => ({
  sent: one.sent + other.sent,
  failed: one.failed + other.failed,
  waiting: one.waiting + other.waiting,
});
