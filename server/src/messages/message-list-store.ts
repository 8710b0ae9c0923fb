import sql, { join, type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { bytesOf, firstOverBudget } from "../database/page-bytes.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { FoundPage } from "../foundation/numbered-page.ts";
import type { Subscriber } from "../subscribers/subscriber.ts";
import type { Message } from "./message.ts";
import { MESSAGE_COLUMNS } from "./message-store.ts";

/** Whom a message is for. */
export type Addressee = Pick<
  Subscriber,
  "subscriberId" | "firstName" | "lastName" | "avatar" | "createdAt" | "updatedAt"
>;

/** What its trigger brought; the same object for all messages of one trigger. */
type Brought = { payload: JsonObject | null; overrides: JsonObject | null; contextKeys: string[] | null };

/** A message as it is listed, with the names of what it belongs to. */
export type ListedMessage = Message &
  Brought & {
    seenAt: Date | null;
    readAt: Date | null;
    snoozedUntil: Date | null;
    deliveredAt: Date[] | null;
    createdAt: Date;
    /** null when the subscriber was deleted. */
    addressee: Addressee | null;
    templateIdentifier: string | null;
  };

/** `subscriberId` is our id. */
export type MessageFilter = { channel?: string; subscriberId?: string; transactionIds?: readonly string[] };

const MESSAGE_BYTES = bytesOf(
  ...["m.content", "m.subject", "m.title", "m.cta", "m.data", "m.device_tokens", "m.error_text"],
  ...["t.payload", "t.overrides"],
);

/** A page of listed messages, newest first, by their ids alone, so that nothing is joined to what an offset skips. */
export async function findMessagePage(
  database: Queryable,
  environmentId: string,
  filter: MessageFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<FoundPage> {
  const rows = sql`
    (select id, row_number() over (order by id desc) as at from page) r
    join messages m on m.environment_id = ${environmentId} and m.id = r.id
    left join triggers t on t.environment_id = m.environment_id and t.transaction_id = m.transaction_id`;
  const [found] = await database.queryPlanned<FoundPage>(sql`
    with page as materialized (
      select m.id from messages m where ${matches(environmentId, filter)}
      order by m.id desc offset ${offset} limit ${limit + 1}
    )
    select array(select id from page order by id desc) as ids,
      ${firstOverBudget({ rows, bytes: MESSAGE_BYTES })} as "firstOver"`);
  return found ?? { ids: [], firstOver: null };
}

type ListedRow = Omit<ListedMessage, "addressee" | keyof Brought> & {
  externalId: string | null;
  firstName: string | null;
  lastName: string | null;
  addresseeAvatar: string | null;
  bornAt: Date;
  changedAt: Date;
};

/** Messages by their ids, newest first. */
export async function readListedMessages(
  database: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<ListedMessage[]> {
  if (ids.length === 0) return [];
  const rows = await database.query<ListedRow>(sql`
    select ${MESSAGE_COLUMNS}, m.seen_at as "seenAt", m.read_at as "readAt", m.snoozed_until as "snoozedUntil",
      m.delivered_at as "deliveredAt", m.created_at as "createdAt", w.identifier as "templateIdentifier",
      s.subscriber_id as "externalId", s.first_name as "firstName", s.last_name as "lastName",
      s.avatar as "addresseeAvatar", s.created_at as "bornAt", s.updated_at as "changedAt"
    from messages m
    left join workflows w on w.environment_id = m.environment_id and w.id = m.workflow_id
    left join subscribers s on s.environment_id = m.environment_id and s.id = m.subscriber_id
    where m.environment_id = ${environmentId} and m.id = any(${ids}) order by m.id desc`);
  const transactionIds = [...new Set(rows.map(({ transactionId }) => transactionId))];
  const brought = await findBrought(database, environmentId, transactionIds);
  return rows.map((row) => ({ ...withAddressee(row), ...(brought.get(row.transactionId) ?? NOTHING) }));
}

const NOTHING: Brought = { payload: null, overrides: null, contextKeys: null };

/** Once for each trigger: joined to its messages, a payload would be read again for each of them. */
async function findBrought(
  database: Queryable,
  environmentId: string,
  transactionIds: readonly string[],
): Promise<Map<string, Brought>> {
  const rows = await database.query<Brought & { transactionId: string }>(sql`
    select t.transaction_id as "transactionId", t.payload, t.overrides, t.context_keys as "contextKeys"
    from triggers t where t.environment_id = ${environmentId} and t.transaction_id = any(${transactionIds})`);
  return new Map(rows.map(({ transactionId, ...brought }) => [transactionId, brought]));
}

function withAddressee(row: ListedRow): Omit<ListedMessage, keyof Brought> {
  const { externalId, firstName, lastName, addresseeAvatar, bornAt, changedAt, ...message } = row;
  const avatar = addresseeAvatar;
  const times = { createdAt: bornAt, updatedAt: changedAt };
  return {
    ...message,
    addressee:
      externalId === null ? null : { subscriberId: externalId, firstName, lastName, avatar, ...times },
  };
}

export async function countMessages(
  database: Queryable,
  environmentId: string,
  filter: MessageFilter,
): Promise<number> {
  const rows = await database.queryPlanned<{ total: number }>(sql`
    select count(*)::int as total from messages m where ${matches(environmentId, filter)}`);
  return rows[0]?.total ?? 0;
}

function matches(environmentId: string, { channel, subscriberId, transactionIds }: MessageFilter): Sql {
  const conditions = [
    sql`m.environment_id = ${environmentId}`,
    sql`(m.status is not null or m.attempts > 0)`,
  ];
  if (channel !== undefined) conditions.push(sql`m.channel = ${channel}`);
  if (subscriberId !== undefined) conditions.push(sql`m.subscriber_id = ${subscriberId}`);
  if (transactionIds !== undefined) conditions.push(sql`m.transaction_id = any(${transactionIds})`);
  return join(conditions, " and ");
}
