import { personOf } from "../timeline/person.ts";
import { RetryNow } from "../timeline/retry-now.tsx";
import type { TimelineStep } from "../timeline/timeline-step.ts";
import { notificationKeys, type ReadNotification } from "./use-notification.ts";

type RetryProps = { step: TimelineStep; read: ReadNotification; isSmall?: boolean };

/** Makes the planned attempt of the messages of a step now; chat and push have one for each address. */
export function RetryStep({ step, read, isSmall = false }: RetryProps) {
  const { notification, messages } = read;
  const waiting = messages.filter(
    ({ _messageTemplateId, status }) => _messageTemplateId === step.templateId && status === "warning",
  );
  return (
    <RetryNow
      messageIds={waiting.map(({ _id = "" }) => _id)}
      person={personOf(notification.subscriber)}
      changes={notificationKeys(notification._id ?? "")}
      isSmall={isSmall}
    />
  );
}
