import sql, { join, raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { bytesOf } from "../database/page-bytes.ts";
import { anywhere, type Listing } from "../database/read-page.ts";
import { type SubscriberRow, toSubscribers } from "./sealed-channels.ts";
import type { Subscriber } from "./subscriber.ts";
import { SUBSCRIBER_COLUMNS } from "./subscriber-store.ts";

/** Each text must occur in its field, case-sensitive and without wildcards; all filters must match. */
export type SubscriberFilter = {
  [field in SearchedField]?: string | undefined;
} & {
  /** Must occur in one of the four fields, whatever its case. */
  search?: string | undefined;
};

type SearchedField = "email" | "phone" | "name" | "subscriberKey";

const COLUMN_OF: Record<SearchedField, Sql> = {
  email: raw("l.email"),
  phone: raw("l.phone"),
  name: raw("l.name"),
  subscriberKey: raw("l.subscriber_id"),
};

/** A text that occurs in any of these fields, whatever its case. The index subscribers_by_words serves each. */
function matchesAny(search: string): Sql {
  const pattern = anywhere(search);
  const each = Object.values(COLUMN_OF).map((column) => sql`${column} ilike ${pattern}`);
  return sql`(${join(each, " or ")})`;
}

/** The matching subscribers, ordered by `updatedAt`, or else by creation time. */
export function subscriberListing(environmentId: string, filter: SubscriberFilter, orderBy: string): Listing {
  return {
    table: "subscribers",
    scope: sql`l.environment_id = ${environmentId}`,
    filter: matches(filter),
    orderColumn: orderBy === "updatedAt" ? "updated_at" : undefined,
    bytes: bytesOf("l.data", "l.channels"),
  };
}

/** The subscribers that still exist, in the order of the ids. */
export async function findInOrder(
  database: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<Subscriber[]> {
  const rows = await database.query<SubscriberRow>(sql`
    select ${SUBSCRIBER_COLUMNS} from unnest(${ids}::text[]) with ordinality as requested(id, place)
    join subscribers s on s.environment_id = ${environmentId} and s.id = requested.id order by requested.place`);
  return toSubscribers(database, environmentId, rows);
}

function matches(filter: SubscriberFilter): Sql | undefined {
  const conditions: Sql[] = [];
  for (const [field, column] of Object.entries(COLUMN_OF)) {
    const text = filter[field as SearchedField];
    if (text) conditions.push(sql`${column} like ${anywhere(text)}`);
  }
  if (filter.search) conditions.push(matchesAny(filter.search));
  return conditions.length > 0 ? join(conditions, " and ") : undefined;
}
