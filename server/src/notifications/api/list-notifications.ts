import { listNotifications as operation } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import type { Place } from "../find-ids-store.ts";
import { listNotifications as findNotifications, listByCursor } from "../notification-list-store.ts";
import { readRecords } from "../notification-record.ts";
import { type ListQuery, resolveFilter } from "./notification-filter.ts";
import { toBriefNotification, toNotification, wireNamesOf } from "./notification-wire.ts";

const DEFAULT_LIMIT = 10;
/** Fewer than for a single notification: a page may have fifty of them. */
const EVENTS_PER_DIGEST = 20;

export const listNotifications = (api: Api) =>
  endpoint(operation, async ({ database, environment, query }) => {
    const { page = 0, limit = DEFAULT_LIMIT, view } = query;
    const place = placeOf(query, limit);
    const isBrief = view === "brief";
    const cursors = isBrief || !("offset" in place) ? { next: null, previous: null } : {};
    const filter = await resolveFilter(database, environment.id, query);
    if (filter === "nothing") return { page, hasMore: false, pageSize: limit, data: [], ...cursors };
    const shown = isBrief ? {} : { eventsPerDigest: EVENTS_PER_DIGEST };
    const toWire = isBrief ? toBriefNotification : toNotification;
    const written = async (stored: Parameters<typeof readRecords>[2]) => {
      const records = await readRecords({ ...api, database }, environment.id, stored, shown);
      return records.map((record) => toWire(record, environment, wireNamesOf(api)));
    };
    if (isBrief || !("offset" in place)) {
      const found = await listByCursor(database, environment.id, filter, { place, limit, ...shown });
      const { next, previous } = found;
      const hasMore = next !== null;
      return { page, hasMore, pageSize: limit, data: await written(found.data), next, previous };
    }
    const window = { offset: place.offset, limit, eventsPerDigest: EVENTS_PER_DIGEST };
    const { pageSize, hasMore, notifications } = await findNotifications(
      database,
      environment.id,
      filter,
      window,
    );
    return { page, hasMore, pageSize, data: await written(notifications) };
  });

/** @throws AppError bad_request if the query has several places. */
function placeOf({ page = 0, afterId, beforeId }: ListQuery, limit: number): Place {
  if ([page || undefined, afterId, beforeId].filter((one) => one !== undefined).length > 1) {
    throw new AppError("bad_request", "Give only one of page, afterId and beforeId");
  }
  if (afterId !== undefined) return { afterId: afterId.toLowerCase() };
  if (beforeId !== undefined) return { beforeId: beforeId.toLowerCase() };
  return { offset: page * limit };
}
