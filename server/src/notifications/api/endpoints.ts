import type { Api, Endpoint } from "../../http/endpoint.ts";
import { getNotification } from "./get-notification.ts";
import { listNotifications } from "./list-notifications.ts";

export function notificationEndpoints(api: Api): Endpoint[] {
  return [getNotification(api), listNotifications(api)];
}
