import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { bytesOf, firstOverBudget } from "../database/page-bytes.ts";
import { requestedIds } from "../database/requested-ids.ts";
import { type Page, type PageRequest, pageOf } from "../foundation/cursor-page.ts";
import { type CutPage, cutPage } from "../foundation/numbered-page.ts";
import { findIds, type Place } from "./find-ids-store.ts";
import type { NotificationFilter, StoredNotification } from "./notification-store.ts";
import { readNotifications } from "./read-notifications-store.ts";
import { DIGEST_BYTES } from "./record-store.ts";

/** @returns undefined if there is no such notification. */
export async function findNotification(
  database: Queryable,
  environmentId: string,
  id: string,
): Promise<StoredNotification | undefined> {
  return (await readNotifications(database, environmentId, { ids: [id], isBrief: false }))[0];
}

export type NotificationWindow = {
  offset: number;
  limit: number;
  /** How many payloads are shown for a digest. */
  eventsPerDigest: number;
};

/** The maximum size of a notification in the response, in bytes: each of its jobs repeats the payload. */
const NOTIFICATION_BYTES = sql`(
  ${bytesOf("t.payload")} * (1 + steps.count) + ${bytesOf("t.overrides")} * steps.count
  + ${bytesOf("v.definition", "t.recipients")} + details.bytes + digested.bytes)`;

export type NotificationPage = CutPage & { notifications: StoredNotification[] };

/** A page of notifications by creation time, newest first; it is cut if it would be too large (`cutPage`). */
export async function listNotifications(
  database: Queryable,
  environmentId: string,
  filter: NotificationFilter,
  { offset, limit, eventsPerDigest }: NotificationWindow,
): Promise<NotificationPage> {
  const found = await findIds(database, environmentId, filter, { place: { offset }, count: limit + 1 });
  const ids = found.slice(0, limit);
  const firstOver = await findFirstOver(database, environmentId, { ids, eventsPerDigest });
  const page = cutPage({ count: found.length, firstOver }, limit);
  const shown = { ids: ids.slice(0, page.pageSize), isBrief: false };
  return { ...page, notifications: await readNotifications(database, environmentId, shown) };
}

export type CursorWindow = {
  place: Place;
  limit: number;
  /** Undefined for the brief view: without payloads, overrides and the names in the trigger. */
  eventsPerDigest?: number;
};

/** A page with its cursors; it ends early if it would be too large. */
export async function listByCursor(
  database: Queryable,
  environmentId: string,
  filter: NotificationFilter,
  { place, limit, eventsPerDigest }: CursorWindow,
): Promise<Page<StoredNotification>> {
  const found = await findIds(database, environmentId, filter, { place, count: limit + 1 });
  const isBrief = eventsPerDigest === undefined;
  const near = found.slice(0, limit);
  const firstOver = isBrief
    ? null
    : await findFirstOver(database, environmentId, { ids: near, eventsPerDigest });
  const fitting = firstOver === null ? limit : Math.max(1, firstOver - 1);
  const { next, previous, data } = pageOf(requestOf(place, fitting), {
    items: found.map((id) => ({ id })),
    hasBehind: !("offset" in place) || place.offset > 0,
  });
  const shown = { ids: data.map(({ id }) => id), isBrief };
  return { data: await readNotifications(database, environmentId, shown), next, previous };
}

function requestOf(place: Place, limit: number): PageRequest {
  const order = { limit, orderBy: "_id", isDescending: true };
  if ("offset" in place) return order;
  const isBefore = "beforeId" in place;
  const id = isBefore ? place.beforeId : place.afterId;
  return { ...order, cursor: { id, isBefore, isIncluded: false } };
}

async function findFirstOver(
  database: Queryable,
  environmentId: string,
  { ids, eventsPerDigest }: { ids: readonly string[]; eventsPerDigest: number },
): Promise<number | null> {
  if (ids.length < 2) return null;
  const rows = sql`
    ${requestedIds(ids)} as r(id, at) cross join lateral (
    select ${NOTIFICATION_BYTES} as bytes from notifications n
    join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id
    left join workflow_versions v on v.environment_id = n.environment_id and v.workflow_id = n.workflow_id
      and v.version = n.workflow_version
    cross join lateral (
      select count(*) as count from jobs j
      where j.environment_id = n.environment_id and j.notification_id = n.id) steps
    cross join lateral (
      select coalesce(sum(octet_length(d.raw)), 0) as bytes from execution_details d
      where d.environment_id = n.environment_id and d.notification_id = n.id) details
    cross join lateral (
      select least(coalesce(sum(octet_length(et.payload::text)), 0), ${DIGEST_BYTES}) as bytes from jobs j
      join digest_events e on e.environment_id = j.environment_id and e.window_job_id = j.id
        and e.seq <= ${eventsPerDigest}
      join notifications en on en.environment_id = e.environment_id and en.id = e.notification_id
      join triggers et on et.environment_id = en.environment_id and et.id = en.trigger_id
      where j.environment_id = n.environment_id and j.notification_id = n.id and j.type = 'digest') digested
    where n.environment_id = ${environmentId} and n.id = r.id offset 0) whole`;
  const [found] = await database.query<{ firstOver: number | null }>(sql`
    select ${firstOverBudget({ rows, bytes: sql`whole.bytes` })} as "firstOver"`);
  return found?.firstOver ?? null;
}
