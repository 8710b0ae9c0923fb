import { cancelNotification, getNotification, listNotifications, type QueryOf } from "@tidings/contract";
import type { Call } from "./call.ts";

export type NotificationSearch = QueryOf<typeof listNotifications>;
export type Notifications = ReturnType<typeof notifications>;

export const notifications = (call: Call) => ({
  list: (query: NotificationSearch = {}) => call(listNotifications, { query }),
  /** With its jobs and their execution details. */
  get: (notificationId: string) => call(getNotification, { params: { notificationId } }),
  /** Cancels the steps that wait, and those after them; returns which. */
  cancel: (notificationId: string) => call(cancelNotification, { params: { notificationId } }),
});
