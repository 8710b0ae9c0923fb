import { Link, useParams } from "@tanstack/react-router";
import type { Topic } from "@tidings/contract";
import { UnreadRecord } from "../app/unread-record.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { LastNotifications } from "./last-notifications.tsx";
import { memberCount } from "./member-count.ts";
import { Members } from "./members.tsx";
import { useTopic } from "./reads.ts";
import { TopicActions } from "./topic-actions.tsx";
import styles from "./topics.module.css";
import { words } from "./words.ts";

const FROM = "/frame/in/$environment/topics/$key";

/** One topic: its members, and what was sent through it. */
export function TopicScreen() {
  const { key } = useParams({ from: FROM });
  const { data, error, refetch } = useTopic(key);
  if (data) return <TopicPage key={key} topic={data} />;
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
    <Link to="/in/$environment/topics" params={{ environment }} search={{}}>
      {words.title}
    </Link>
  );
}

function TopicPage({ topic }: { topic: Topic }) {
  const count = memberCount(topic);
  return (
    <>
      <PageHeader title={topic.name ?? topic.key} trail={<Trail />} actions={<TopicActions topic={topic} />}>
        <p className={styles.facts}>
          <code>{topic.key}</code>
          {count !== undefined && <span>{words.memberCount(count)}</span>}
        </p>
      </PageHeader>
      <div className={styles.parts}>
        <Members topicKey={topic.key} />
        <LastNotifications topicKey={topic.key} />
      </div>
    </>
  );
}
