import { getNotification } from "@tidings/contract";
import { CopyAs } from "../components/copy-as.tsx";
import type { ReadNotification } from "./use-notification.ts";

/** What can be done with the notification as a whole. */
export function NotificationActions({ read }: { read: ReadNotification }) {
  const id = read.notification._id ?? "";
  const call = {
    operation: getNotification,
    params: { notificationId: id },
    sdk: { method: "notifications.get", args: [id] },
    cli: ["notifications", "get", id],
  };
  return <CopyAs call={call} />;
}
