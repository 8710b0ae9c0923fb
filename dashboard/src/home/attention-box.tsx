import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useEnvironment } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import cards from "../components/card.module.css";
import { Loading } from "../components/loading.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { type Group, groupsOf } from "./attention.ts";
import styles from "./home.module.css";
import { useAttention, useDeadLetters, useIntegrations } from "./reads.ts";
import { thingsNeedAttention, words } from "./words.ts";

/** What has to be repaired, by cause. */
export function AttentionBox() {
  const [integrations, deadLetters, notifications] = [useIntegrations(), useDeadLetters(), useAttention()];
  const reads = [integrations, deadLetters, notifications];
  const error = reads.find((read) => read.error)?.error;
  const retry = () => {
    for (const read of reads) void read.refetch();
  };
  if (error) return <FailedRead title={words.unread} error={error} onRetry={retry} />;
  if (!integrations.data || !deadLetters.data || !notifications.data)
    return <Loading label={words.reading} lines={3} />;
  const groups = groupsOf({
    integrations: integrations.data,
    deadLetters: deadLetters.data.data,
    notifications: notifications.data.data,
  });
  if (groups.length === 0) return <AllGood />;
  return (
    <section className={cards.card} aria-labelledby="attention">
      <h2 id="attention">{thingsNeedAttention(groups.length)}</h2>
      <ul className={styles.rows}>
        {groups.map((group) => (
          <li key={group.key}>
            <GroupRow group={group} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AllGood() {
  return (
    <section className={cards.card} aria-labelledby="attention">
      <h2 id="attention" className={styles.good}>
        <CircleCheck size={20} aria-hidden />
        {words.good}
      </h2>
      <p>{words.goodWhy}</p>
    </section>
  );
}

function GroupRow({ group: { state, title, reason, counts, target } }: { group: Group }) {
  const content = (
    <>
      <StateMark state={state} isShapeOnly />
      <span className={styles.cause}>
        <strong>{title}</strong>
        {reason && <span className={styles.second}>{reason}</span>}
      </span>
      <span className={styles.count}>{counts.join(", ")}</span>
    </>
  );
  const params = { environment: useEnvironment().environment.identifier };
  const className = styles.group;
  if (target.kind === "integration")
    return (
      <Link
        to="/in/$environment/integrations/$id"
        params={{ ...params, id: target.id }}
        className={className}
      >
        {content}
      </Link>
    );
  if (target.kind === "dead-letters") {
    const { reason: why, integration } = target;
    return (
      <Link
        to="/in/$environment/dead-letters"
        params={params}
        search={{ reason: why, ...(integration ? { integration } : {}) }}
        className={className}
      >
        {content}
      </Link>
    );
  }
  const { code, workflow } = target;
  return (
    <Link
      to="/in/$environment/notifications"
      params={params}
      search={{ attention: "true", code, ...(workflow ? { workflow } : {}) }}
      className={className}
    >
      {content}
    </Link>
  );
}
