import { getNotification } from "@tidings/contract";
import { useEnvironment, useMay } from "../app/environment.tsx";
import { LinkButton } from "../app/link-button.tsx";
import { addressIn } from "../app/navigation.ts";
import { CopyAs } from "../components/copy-as.tsx";
import { CancelNotification } from "./cancel-notification.tsx";
import { notificationWords as words } from "./notification-words.ts";
import { useScreenExists } from "./screen-exists.ts";
import { triggerPath } from "./trigger-path.ts";
import type { ReadNotification } from "./use-notification.ts";

/** What can be done with the notification as a whole. */
export function NotificationActions({ read }: { read: ReadNotification }) {
  const { environment } = useEnvironment();
  const mayTrigger = useMay("trigger");
  const exists = useScreenExists();
  const id = read.notification._id ?? "";
  const again = triggerPath(read.notification);
  const call = {
    operation: getNotification,
    params: { notificationId: id },
    sdk: { method: "notifications.get", args: [id] },
    cli: ["notifications", "get", id],
  };
  return (
    <>
      {mayTrigger && again && exists(again) && (
        <LinkButton to={addressIn(environment.identifier, again) as string}>{words.triggerAgain}</LinkButton>
      )}
      <CancelNotification read={read} />
      <CopyAs call={call} />
    </>
  );
}
