import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { bytesOf, firstOverBudget } from "../database/page-bytes.ts";
import { requestedIds } from "../database/requested-ids.ts";
import { pageOf } from "../foundation/cursor-page.ts";
import type { SubscriberKey, WorkflowKey } from "../foundation/ids.ts";
import type { JsonObject } from "../foundation/json.ts";
import { type CutPage, cutPage } from "../foundation/numbered-page.ts";
import type { Subscriber } from "../subscribers/subscriber.ts";
import type { Message } from "./message.ts";
import type { MessageFilter } from "./message-filter-store.ts";
import { ITS_PARENTS, PARENT_COLUMNS, STORED_COLUMNS } from "./message-store.ts";
import { type MessageWindow, walkMessages } from "./message-walk-store.ts";
import { type Sealed, toMessages } from "./sealed-address.ts";

/** The subscriber of a message. */
export type Addressee = Pick<
  Subscriber,
  "subscriberKey" | "firstName" | "lastName" | "avatar" | "createdAt" | "updatedAt"
>;

/** The content of the trigger; messages of one trigger share one object. */
type TriggerContent = {
  payload: JsonObject | null;
  overrides: JsonObject | null;
  contextKeys: string[] | null;
};

/** A message for a list, with its subscriber, workflow and the content of its trigger. */
export type ListedMessage = Message &
  TriggerContent & {
    seenAt: Date | null;
    readAt: Date | null;
    archivedAt: Date | null;
    snoozedUntil: Date | null;
    deliveredAt: Date[] | null;
    createdAt: Date;
    /** null if the subscriber was deleted. */
    addressee: Addressee | null;
    workflowKey: WorkflowKey | null;
  };

export type MessagePage = CutPage & {
  messages: ListedMessage[];
  /** Cursors of the older and the newer messages. */
  next: string | null;
  previous: string | null;
  /** The number of messages of the requested page, plus one if there is another page. */
  count: number;
};

/** A page of messages, newest first; it is cut if it would be too large (`cutPage`). */
export async function listMessages(
  database: Queryable,
  environmentId: string,
  filter: MessageFilter,
  window: MessageWindow,
): Promise<MessagePage> {
  const { limit, cursor } = window;
  // The page is found first, by keys alone, so that skipped rows are not joined.
  const { found, hasBehind } = await walkMessages(database, environmentId, filter, window);
  const ids = found.slice(0, limit);
  const rows = ids.length > 0 ? await readFitting(database, environmentId, ids) : [];
  const page = cutPage({ count: found.length, firstOver: rows[0]?.firstOver ?? null }, limit);
  const messages = withTriggerContent(toMessages(database, environmentId, rows.slice(0, page.pageSize)));
  const request = { limit: page.pageSize, orderBy: "_id", isDescending: true };
  const placed = cursor ? { ...request, cursor: { ...cursor, isIncluded: false } } : request;
  const items = found.map((id) => ({ id }));
  const { next, previous } = pageOf(placed, { items, hasBehind });
  const inOrder = cursor?.isBefore ? messages.toReversed() : messages;
  return { ...page, messages: inOrder, hasMore: next !== null, next, previous, count: found.length };
}

/** The content of the trigger is only in the first row of its messages: a payload would be sent for each message. */
type ListedRow = Sealed<Omit<ListedMessage, "addressee">> & {
  isFirst: boolean;
  subscriberKey: SubscriberKey | null;
  firstName: string | null;
  lastName: string | null;
  addresseeAvatar: string | null;
  subscriberCreatedAt: Date;
  changedAt: Date;
  /** A property of the page: the same in each row. */
  firstOver: number | null;
};

const MESSAGE_BYTES = bytesOf(
  "r.content",
  "r.subject",
  "r.title",
  "r.cta",
  "r.data",
  'r."deviceTokens"',
  'r."addressSealed"',
  'r."errorText"',
  'r."otherAnswers"',
  "t.payload",
  "t.overrides",
);

/** As many of these messages, from the start, as fit into a page, but at least one. */
async function readFitting(
  database: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<ListedRow[]> {
  const measured = sql`
    listed r left join lateral (
      select t.payload, t.overrides from triggers t
      where t.environment_id = ${environmentId} and t.transaction_id = r."transactionId" offset 0
    ) t on true`;
  return database.query<ListedRow>(sql`
    with listed as materialized (
      select requested.at, its.* from ${requestedIds(ids)} as requested(id, at) cross join lateral (
        select ${STORED_COLUMNS}, ${PARENT_COLUMNS}, m.seen_at as "seenAt", m.read_at as "readAt", m.archived_at as "archivedAt",
          m.snoozed_until as "snoozedUntil", m.delivered_at as "deliveredAt", m.created_at as "createdAt",
          w.identifier as "workflowKey", s.subscriber_id as "subscriberKey", s.first_name as "firstName",
          s.last_name as "lastName", s.avatar as "addresseeAvatar", s.created_at as "subscriberCreatedAt",
          s.updated_at as "changedAt"
        from messages m ${ITS_PARENTS}
        left join workflows w on w.environment_id = n.environment_id and w.id = n.workflow_id
        left join subscribers s on s.environment_id = m.environment_id and s.id = m.subscriber_id
        where m.environment_id = ${environmentId} and m.id = requested.id offset 0
      ) its
    ), budget as materialized (
      select ${firstOverBudget({ rows: measured, bytes: MESSAGE_BYTES })} as "firstOver"
    )
    select l.*, b."firstOver", t.payload, t.overrides, t."contextKeys"
    from (
      select r.*, row_number() over (partition by r."transactionId" order by r.at) = 1 as "isFirst" from listed r
    ) l cross join budget b left join lateral (
      select t.payload, t.overrides, t.context_keys as "contextKeys" from triggers t
      where l."isFirst" and t.environment_id = ${environmentId} and t.transaction_id = l."transactionId" offset 0
    ) t on true
    where b."firstOver" is null or l.at < greatest(b."firstOver", 2) order by l.at`);
}

/** Each message with the content of its trigger, which the first of its messages brings; messages of one trigger share one object. */
function withTriggerContent(rows: readonly Omit<ListedRow, "addressSealed">[]): ListedMessage[] {
  const contents = new Map<string, TriggerContent>();
  return rows.map(({ payload, overrides, contextKeys, isFirst, ...row }) => {
    if (isFirst) contents.set(row.transactionId, { payload, overrides, contextKeys });
    return { ...withAddressee(row), ...(contents.get(row.transactionId) as TriggerContent) };
  });
}

function withAddressee(
  row: Omit<ListedRow, "addressSealed" | "isFirst" | keyof TriggerContent>,
): Omit<ListedMessage, keyof TriggerContent> {
  const {
    subscriberKey,
    firstName,
    lastName,
    addresseeAvatar,
    subscriberCreatedAt,
    changedAt,
    firstOver: _,
    ...message
  } = row;
  const avatar = addresseeAvatar;
  const times = { createdAt: subscriberCreatedAt, updatedAt: changedAt };
  return {
    ...message,
    addressee: subscriberKey === null ? null : { subscriberKey, firstName, lastName, avatar, ...times },
  };
}
