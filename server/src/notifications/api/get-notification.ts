import { getNotification as operation } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { findNotification } from "../notification-list-store.ts";
import { readRecords } from "../notification-record.ts";
import { toNotification, wireNamesOf } from "./notification-wire.ts";

/** Of a larger digest, the first events are shown; its execution detail has the total count. */
const EVENTS_PER_DIGEST = 1_000;

export const getNotification = (api: Api) =>
  endpoint(operation, async ({ database, environment, params }) => {
    const id = params.notificationId.toLowerCase();
    const stored = await findNotification(database, environment.id, id);
    const shown = { eventsPerDigest: EVENTS_PER_DIGEST };
    const [record] = await readRecords({ ...api, database }, environment.id, stored ? [stored] : [], shown);
    if (!record) throw new AppError("not_found", "Notification not found");
    return toNotification(record, environment, wireNamesOf(api));
  });
