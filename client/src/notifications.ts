import { getNotification, listNotifications, type QueryOf } from "@tidings/contract";
import type { Call } from "./call.ts";

export type NotificationSearch = QueryOf<typeof listNotifications>;
export type Notifications = ReturnType<typeof notifications>;

export const notifications = (call: Call) => ({
  list: (query: NotificationSearch = {}) => call(listNotifications, { query }),
  /** With its jobs and their execution details. */
  get: (notificationId: string) => call(getNotification, { params: { notificationId } }),
});
