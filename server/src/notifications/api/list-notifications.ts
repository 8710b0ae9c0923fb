import { listNotifications as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { listNotifications as findNotifications } from "../notification-list-store.ts";
import { readRecords } from "../notification-record.ts";
import { resolveFilter } from "./notification-filter.ts";
import { toNotification, wireNamesOf } from "./notification-wire.ts";

const DEFAULT_LIMIT = 10;
/** Fewer than for a single notification: a page may have fifty of them. */
const EVENTS_PER_DIGEST = 20;

export const listNotifications = (api: Api) =>
  endpoint(operation, async ({ database, environment, query }) => {
    const { page = 0, limit = DEFAULT_LIMIT } = query;
    const filter = await resolveFilter(database, environment.id, query);
    if (filter === "nothing") return { page, hasMore: false, pageSize: limit, data: [] };
    const shown = { eventsPerDigest: EVENTS_PER_DIGEST };
    const window = { offset: page * limit, limit, ...shown };
    const found = await findNotifications(database, environment.id, filter, window);
    const { pageSize, hasMore, notifications } = found;
    const records = await readRecords({ ...api, database }, environment.id, notifications, shown);
    const data = records.map((record) => toNotification(record, environment, wireNamesOf(api)));
    return { page, hasMore, pageSize, data };
  });
