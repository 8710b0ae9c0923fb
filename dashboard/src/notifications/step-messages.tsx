import type { Message } from "@tidings/contract";
import { Moment } from "../components/moment.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { MessageView } from "../timeline/message-view/message-view.tsx";
import { shownMessage } from "../timeline/message-view/shown-message.ts";
import { segmentsIn } from "../timeline/message-view/sms-text.tsx";
import type { TimelineStep } from "../timeline/timeline-step.ts";
import { notificationWords as words } from "./notification-words.ts";
import styles from "./step-messages.module.css";
import type { ReadNotification } from "./use-notification.ts";

/** The messages that a step made; chat and push make one for each address. */
export function StepMessages({ step, read }: { step: TimelineStep; read: ReadNotification }) {
  const messages = read.messages.filter((message) => message._messageTemplateId === step.templateId);
  if (messages.length === 0) return <p>{words.noMessage}</p>;
  return messages.map((message) => (
    <article key={message._id} className={styles.message}>
      <MessageFacts message={message} step={step} />
      <MessageView message={shownMessage(message)} segments={segmentsIn(step.details)} />
    </article>
  ));
}

function MessageFacts({ message, step }: { message: Message; step: TimelineStep }) {
  const { to, errorText } = shownMessage(message);
  return (
    <dl className={styles.facts}>
      {to && (
        <>
          <dt>{words.to}</dt>
          <dd>{to}</dd>
        </>
      )}
      {step.carrier && (
        <>
          <dt>{words.through}</dt>
          <dd>{step.carrier}</dd>
        </>
      )}
      <dt>{words.status}</dt>
      <dd>
        <MessageStatus message={message} />
        {errorText && message.status !== "sent" && <p className={styles.error}>{errorText}</p>}
      </dd>
    </dl>
  );
}

function MessageStatus({ message }: { message: Message }) {
  const { status, channel, seen, read, lastSeenDate, lastReadDate } = message;
  if (status === "error") return <StateMark state="failed" word={words.given} />;
  if (status === "warning") return <StateMark state="trying" word={words.waits} />;
  const reaction = (read && lastReadDate) || (seen && lastSeenDate) || undefined;
  return (
    <>
      <StateMark state="delivered" word={channel === "in_app" ? words.delivered : words.accepted} />
      {reaction && (
        <>
          {` · ${read ? words.read : words.seen} `}
          <Moment at={reaction} />
        </>
      )}
    </>
  );
}
