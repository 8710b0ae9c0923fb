import { getNotification as operation } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { readRecord } from "../notification-record.ts";
import { toNotification, wireNamesOf } from "./notification-wire.ts";

/** Of a larger digest, the first events are shown; its execution detail has the total count. */
const EVENTS_PER_DIGEST = 1_000;

export const getNotification = (api: Api) => {
  const names = wireNamesOf(api);
  return endpoint(operation, async ({ database, environment, params }) => {
    const id = params.notificationId.toLowerCase();
    const sources = { database, versions: api.versions };
    const record = await readRecord(sources, environment.id, id, { eventsPerDigest: EVENTS_PER_DIGEST });
    if (!record) throw new AppError("not_found", "Notification not found");
    return toNotification(record, environment, names);
  });
};
