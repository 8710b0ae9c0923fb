import type { AnyOperation } from "@tidings/contract";
import type { Call } from "../../http/endpoint.ts";
import type { MessageFilter } from "../message-filter-store.ts";
import { countMessages, type ListedMessage, listMessages } from "../message-list-store.ts";

/** A page of messages as the wire shows it. */
export type MessagePageOf<T> = {
  page: number;
  pageSize: number;
  hasMore: boolean;
  totalCount: number;
  data: T[];
};

/** Reads a numbered page of the messages that match. */
export async function toMessagePage<T>(
  { database, environment }: Pick<Call<AnyOperation>, "database" | "environment">,
  filter: MessageFilter,
  { page, limit, toRecord }: { page: number; limit: number; toRecord: (message: ListedMessage) => T },
): Promise<MessagePageOf<T>> {
  const passed = page * limit;
  const found = await listMessages(database, environment.id, filter, { offset: passed, limit });
  const { pageSize, hasMore, count } = found;
  const isLast = !hasMore && (page === 0 || count > 0);
  // Counting is expensive, and the last page gives the total without it.
  const totalCount = isLast ? passed + count : await countMessages(database, environment.id, filter);
  return { page, pageSize, hasMore, totalCount, data: found.messages.map(toRecord) };
}
