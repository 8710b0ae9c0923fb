import { getNotification as operation } from "@tidings/contract";
import { shareReads } from "../../database/shared-reads.ts";
import { AppError } from "../../foundation/app-error.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { recordOfWhole } from "../notification-record.ts";
import { findWholeNotifications } from "../one-record-store.ts";
import { toNotification, wireNamesOf } from "./notification-wire.ts";

/** Calls that share a statement: its result holds the payloads and details of as many notifications. */
const TOGETHER = 16;
/** Of a larger digest, the first events are shown; its execution detail has the total count. */
const EVENTS_PER_DIGEST = 1_000;

export const getNotification = (api: Api) => {
  const names = wireNamesOf(api);
  const findWhole = shareReads(findWholeNotifications, TOGETHER);
  return endpoint(operation, async ({ database, environment, params }) => {
    const id = params.notificationId.toLowerCase();
    const sources = { database, versions: api.versions };
    const whole = await findWhole(database, environment.id, id);
    if (!whole) throw new AppError("not_found", "Notification not found");
    const limits = { eventsPerDigest: EVENTS_PER_DIGEST };
    const record = await recordOfWhole(sources, environment.id, whole, limits);
    return toNotification(record, environment, names);
  });
};
