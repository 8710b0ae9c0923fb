import type { Queryable } from "../database/database.ts";
import type { SealedColumn } from "../database/seal-anew.ts";
import type { ClearColumns } from "../database/seal-old-rows.ts";
import type { Subscriber } from "./subscriber.ts";

/**
 * A subscriber's row: its channels are sealed, or in clear text if they were last written by a version without
 * sealing.
 */
export type SubscriberRow = Subscriber & { channelsSealed: string | null };

/** Converts rows to subscribers, opening their sealed channels. */
export function toSubscribers(
  { secrets }: Queryable,
  environmentId: string,
  rows: readonly SubscriberRow[],
): Subscriber[] {
  return rows.map(({ channelsSealed, ...subscriber }) => {
    if (channelsSealed === null || subscriber.channels !== null) return subscriber;
    const channels = JSON.parse(secrets.open(placeOf(environmentId, subscriber), channelsSealed));
    return { ...subscriber, channels };
  });
}

/** The place that sealed channels are bound to: they cannot be opened for another place. */
export function placeOf(environmentId: string, { id }: { id: string }): string {
  return `${environmentId}|${SEALED_CHANNELS.word}|${id}`;
}

export const SEALED_CHANNELS: SealedColumn = {
  table: "subscribers",
  column: "channels_sealed",
  idColumn: "id",
  word: "subscribers",
};

/** Chat and push addresses that are still in clear text. */
export const CLEAR_CHANNELS: ClearColumns = {
  table: "subscribers",
  columns: ["channels"],
  text: "channels::text",
  sealedColumn: "channels_sealed",
};
