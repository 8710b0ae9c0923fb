import { getNotification } from "@tidings/contract";
import { useMay } from "../app/environment.tsx";
import { CopyAs } from "../components/copy-as.tsx";
import { CancelNotification } from "./cancel-notification.tsx";
import { notificationWords as words } from "./notification-words.ts";
import { ScreenLink } from "./screen-link.tsx";
import { triggerAddress } from "./trigger-address.ts";
import type { ReadNotification } from "./use-notification.ts";

/** What can be done with the notification as a whole. */
export function NotificationActions({ read }: { read: ReadNotification }) {
  const mayTrigger = useMay("trigger");
  const id = read.notification._id ?? "";
  const again = triggerAddress([read.notification]);
  const call = {
    operation: getNotification,
    params: { notificationId: id },
    sdk: { method: "notifications.get", args: [id] },
    cli: ["notifications", "get", id],
  };
  return (
    <>
      {mayTrigger && again && <ScreenLink to={again}>{words.triggerAgain}</ScreenLink>}
      <CancelNotification read={read} />
      <CopyAs call={call} />
    </>
  );
}
