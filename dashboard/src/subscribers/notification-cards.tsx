import { Link } from "@tanstack/react-router";
import type { Notification } from "@tidings/contract";
import { useEnvironment } from "../app/environment.tsx";
import { Moment } from "../components/moment.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { notificationTimeline } from "../timeline/timeline.ts";
import { useCarriers } from "../timeline/use-carriers.ts";
import styles from "./notification-cards.module.css";
import { NOTIFICATION_WORDS as words } from "./notification-words.ts";
import { StepLines } from "./step-lines.tsx";

type CardsProps = { rows: readonly Notification[] };

export function NotificationCards({ rows }: CardsProps) {
  return (
    <ol className={styles.list} aria-label={words.label}>
      {rows.map((row) => (
        <li key={row._id}>
          <NotificationCard notification={row} />
        </li>
      ))}
    </ol>
  );
}

/** State, workflow and time; below, each message that was to be sent, and why one was not. */
function NotificationCard({ notification }: { notification: Notification }) {
  const { _id: id = "", createdAt, template, state = "waiting", failedSteps = 0 } = notification;
  const { identifier: environment } = useEnvironment().environment;
  const { steps } = notificationTimeline(notification, { carriers: useCarriers() });
  const workflow = template?.name ?? words.deletedWorkflow;
  return (
    <article className={styles.card} data-state={state}>
      <header className={styles.head}>
        <StateMark state={state} />
        <Link
          to="/in/$environment/notifications/$id"
          params={{ environment, id }}
          search={{}}
          className={styles.link}
        >
          {workflow}
        </Link>
        {failedSteps > 0 && state !== "failed" && (
          <span className={styles.failed}>{words.failedSteps(failedSteps)}</span>
        )}
        <span className={styles.when}>{createdAt && <Moment at={createdAt} hasTheirs />}</span>
      </header>
      <StepLines steps={steps} label={words.steps(workflow)} />
    </article>
  );
}
