import type { Queryable } from "../database/database.ts";
import type { SealedColumn } from "../database/seal-anew.ts";
import type { ClearColumns } from "../database/seal-old-rows.ts";
import type { Subscriber } from "./subscriber.ts";

/** A subscriber as it is stored: its channels sealed, or in clear where they were last written before there was sealing. */
export type SubscriberRow = Subscriber & { channelsSealed: string | null };

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

/** What sealed channels are bound to. */
export function placeOf(environmentId: string, { id }: { id: string }): string {
  return `${environmentId}|${SEALED_CHANNELS.word}|${id}`;
}

export const SEALED_CHANNELS: SealedColumn = {
  table: "subscribers",
  column: "channels_sealed",
  idColumn: "id",
  word: "subscribers",
};

/** Chat and push addresses that are in clear still. */
export const CLEAR_CHANNELS: ClearColumns = {
  table: "subscribers",
  columns: ["channels"],
  text: "channels::text",
  sealedColumn: "channels_sealed",
};
