import { Link, useParams } from "@tanstack/react-router";
import type { Message } from "@tidings/contract";
import { neighborsOf, useNeighborKeys } from "../app/neighbors.ts";
import { useRead } from "../app/read.ts";
import { UnreadRecord } from "../app/unread-record.tsx";
import cards from "../components/card.module.css";
import { JsonView } from "../components/json-view.tsx";
import { Moment } from "../components/moment.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { TheirTimes } from "../components/their-times.tsx";
import { messageMark } from "../timeline/message-status.ts";
import { messageTitle } from "../timeline/message-title.ts";
import { MessageView } from "../timeline/message-view/message-view.tsx";
import { shownMessage } from "../timeline/message-view/shown-message.ts";
import { personOf } from "../timeline/person.ts";
import { lifeOf } from "./life.ts";
import { MessageActions } from "./message-actions.tsx";
import { MessageFacts } from "./message-facts.tsx";
import styles from "./messages.module.css";
import { LIFE_WORDS, words } from "./words.ts";

const FROM = "/frame/in/$environment/messages/$id";

/** What one channel carried to one person, and what happened to it. */
export function MessageScreen() {
  const { id } = useParams({ from: FROM });
  const { data, error, refetch } = useRead(["message", id], (client) => client.messages.get(id));
  useNeighborKeys("messages", neighborsOf("messages", id));
  if (data) return <MessagePage key={id} message={data} />;
  const unread = { reading: words.readingOne, failed: words.oneCannotBeRead };
  return (
    <UnreadRecord
      title={words.one}
      trail={<Trail />}
      words={unread}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

function Trail() {
  const { environment } = useParams({ from: FROM });
  return (
    <Link to="/in/$environment/messages" params={{ environment }} search={{}}>
      {words.title}
    </Link>
  );
}

/** A message follows what happens to its notification. */
function useFollowed(given: Message): Message {
  const { _id: id = "", _notificationId } = given;
  const live = [`notification:${_notificationId}`] as const;
  return useRead(["message", id], (client) => client.messages.get(id), { live }).data ?? given;
}

function MessagePage({ message: given }: { message: Message }) {
  const message = useFollowed(given);
  const { status, errorText, payload, overrides, subscriber } = message;
  return (
    <TheirTimes name={personOf(subscriber)} zone={subscriber?.timezone}>
      <PageHeader
        title={messageTitle(message) ?? words.one}
        trail={<Trail />}
        actions={<MessageActions message={message} />}
      >
        <p>
          <StateMark {...messageMark(message)} />
        </p>
      </PageHeader>
      <div className={styles.columns}>
        <section className={cards.card} aria-label={words.content}>
          <MessageView message={shownMessage(message)} />
        </section>
        <div className={styles.part}>
          <MessageFacts message={message} />
          {errorText && status !== "sent" && (
            <section className={styles.part} aria-labelledby="error">
              <h2 id="error">{words.error}</h2>
              <p className={styles.error}>{errorText}</p>
            </section>
          )}
          <Life message={message} />
          <Json title={words.payload} root="payload" value={payload} />
          <Json title={words.overrides} root="overrides" value={overrides} />
        </div>
      </div>
    </TheirTimes>
  );
}

function Life({ message }: { message: Message }) {
  return (
    <section className={styles.part} aria-labelledby="life">
      <h2 id="life">{words.life}</h2>
      <ol className={styles.life}>
        {lifeOf(message).map(({ name, at }) => (
          <li key={`${name} ${at}`}>
            <span>{LIFE_WORDS[name]}</span>
            <Moment at={at} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Json({ title, root, value }: { title: string; root: string; value: object | undefined }) {
  if (!value || Object.keys(value).length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby={root}>
      <h2 id={root}>{title}</h2>
      <JsonView value={value} root={root} />
    </section>
  );
}
