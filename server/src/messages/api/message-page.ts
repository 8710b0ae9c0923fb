import type { AnyOperation } from "@tidings/contract";
import type { Call } from "../../http/endpoint.ts";
import { countMessages } from "../message-count-store.ts";
import type { MessageFilter } from "../message-filter-store.ts";
import { type ListedMessage, listMessages } from "../message-list-store.ts";
import type { MessageWindow } from "../message-walk-store.ts";

/** A page of messages as the wire shows it. */
export type MessagePageOf<T> = {
  page: number;
  pageSize: number;
  hasMore: boolean;
  next: string | null;
  previous: string | null;
  /** Not with a cursor, and not if the client does not ask for it. */
  totalCount?: number;
  data: T[];
};

type Reading<T> = {
  page: number;
  limit: number;
  cursor?: MessageWindow["cursor"];
  /** Default: true, without a cursor. */
  isCounted?: boolean;
  toRecord: (message: ListedMessage) => T;
};

/** Reads a page of the messages that match, by its number or by a cursor. */
export async function toMessagePage<T>(
  { database, environment }: Pick<Call<AnyOperation>, "database" | "environment">,
  filter: MessageFilter,
  { page, limit, cursor, isCounted = cursor === undefined, toRecord }: Reading<T>,
): Promise<MessagePageOf<T>> {
  const offset = page * limit;
  const window = { offset, limit, ...(cursor ? { cursor } : {}) };
  const { messages, count, ...found } = await listMessages(database, environment.id, filter, window);
  const shown = { page, ...found, data: messages.map(toRecord) };
  if (!isCounted) return shown;
  const isLast = !found.hasMore && (page === 0 || count > 0);
  // The last page gives the total without a count.
  const totalCount = isLast ? offset + count : await countMessages(database, environment.id, filter);
  return { ...shown, totalCount };
}
