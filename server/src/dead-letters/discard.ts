import type { Transactional } from "../database/database.ts";
import { readTime } from "../environments/environment-store.ts";
import { insertDetails } from "../notifications/execution-detail-store.ts";
import { newDetail } from "../notifications/new-detail.ts";
import type { DeadLetterFilter } from "./dead-letter-store.ts";
import { lockForDiscard, markDiscarded } from "./discard-store.ts";

export type DiscardInput = {
  filter: DeadLetterFilter;
  /** Only report what would happen. */
  isDryRun: boolean;
  /** Who does it. */
  by: string;
};

/**
 * Discards dead letters, the oldest first: they are not listed, counted or replayed any more. Their messages and jobs stay
 * as they are. @returns the ids of those that are discarded, or would be.
 */
export async function discardDeadLetters(
  database: Transactional,
  environmentId: string,
  { filter, isDryRun, by }: DiscardInput,
): Promise<string[]> {
  return database.transaction(async (tx) => {
    const chosen = await lockForDiscard(tx, environmentId, filter);
    const ids = chosen.map(({ id }) => id);
    if (isDryRun || ids.length === 0) return ids;
    const { now } = await readTime(tx, environmentId);
    await markDiscarded(tx, environmentId, { ids, by, now });
    const details = chosen.flatMap(({ id, messageId, notificationId, position }) => {
      const raw = { discardedBy: by, deadLetterId: id, messageId };
      return position === null
        ? []
        : [newDetail({ notificationId, position }, { code: "dead_letter_discarded", raw, now })];
    });
    await insertDetails(tx, environmentId, details, now);
    return ids;
  });
}
