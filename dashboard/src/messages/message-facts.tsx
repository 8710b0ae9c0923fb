import { Link } from "@tanstack/react-router";
import type { Message } from "@tidings/contract";
import { useEnvironment } from "../app/environment.tsx";
import { Moment } from "../components/moment.tsx";
import { Carrier } from "../timeline/carrier.tsx";
import { personIn } from "../timeline/message-table.tsx";
import { shownMessage } from "../timeline/message-view/shown-message.ts";
import { CHANNEL_NAMES } from "../timeline/message-words.ts";
import { fullNameOf } from "../timeline/person.ts";
import { Remaining } from "../timeline/remaining.tsx";
import { RetryNow } from "../timeline/retry-now.tsx";
import { NotificationLink } from "../timeline/sentence-view.tsx";
import styles from "./messages.module.css";
import { words } from "./words.ts";

/** Who, how and why. */
export function MessageFacts({ message }: { message: Message }) {
  const { channel, providerId, integrationId, attempts, nextAttemptAt, templateIdentifier } = message;
  const { otherAnswers = [] } = message;
  const { to } = shownMessage(message);
  return (
    <dl className={styles.facts}>
      <dt>{words.to}</dt>
      <dd>
        <Person message={message} />
        {to && <div>{to}</div>}
      </dd>
      <dt>{words.channel}</dt>
      <dd>{CHANNEL_NAMES[channel]}</dd>
      {providerId && channel !== "in_app" && (
        <>
          <dt>{words.through}</dt>
          <dd>
            <Carrier integrationId={integrationId} providerId={providerId} />
          </dd>
        </>
      )}
      {attempts !== undefined && channel !== "in_app" && (
        <>
          <dt>{words.attempts}</dt>
          <dd>{attempts}</dd>
        </>
      )}
      {nextAttemptAt && <NextAttempt message={message} at={nextAttemptAt} />}
      {otherAnswers.length > 0 && (
        <>
          <dt>{words.otherAnswers}</dt>
          {otherAnswers.map(({ _integrationId, providerId: id, errorText }) => (
            <dd key={_integrationId}>
              <Carrier integrationId={_integrationId} providerId={id ?? undefined} />
              <div>{errorText}</div>
            </dd>
          ))}
        </>
      )}
      {templateIdentifier && (
        <>
          <dt>{words.workflow}</dt>
          <dd>{templateIdentifier}</dd>
        </>
      )}
      <Sources message={message} />
    </dl>
  );
}

function NextAttempt({ message, at }: { message: Message; at: string }) {
  return (
    <>
      <dt>{words.nextAttempt}</dt>
      <dd className={styles.next}>
        <span>
          <Moment at={at} />
          <Remaining at={at} />
        </span>
        <RetryNow
          messageIds={[message._id ?? ""]}
          person={fullNameOf(personIn(message))}
          changes={[["message", message._id], ["messages"]]}
          isSmall
        />
      </dd>
    </>
  );
}

/** The notification and the trigger it comes from. */
function Sources({ message: { _notificationId, transactionId } }: { message: Message }) {
  const { identifier } = useEnvironment().environment;
  return (
    <>
      <dt>{words.notification}</dt>
      <dd>
        <NotificationLink id={_notificationId} label={words.itsNotification} />
      </dd>
      <dt>{words.trigger}</dt>
      <dd>
        <Link
          to="/in/$environment/triggers/$transactionId"
          params={{ environment: identifier, transactionId }}
          search={{}}
        >
          <code>{transactionId}</code>
        </Link>
      </dd>
    </>
  );
}

function Person({ message }: { message: Message }) {
  const { identifier } = useEnvironment().environment;
  const person = personIn(message);
  if (!person) return words.someone;
  const params = { environment: identifier, subscriberId: person.subscriberId, tab: "notifications" };
  return (
    <Link to="/in/$environment/subscribers/$subscriberId/$tab" params={params} search={{}}>
      {fullNameOf(person)}
    </Link>
  );
}
