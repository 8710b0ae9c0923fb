import { Link } from "@tanstack/react-router";
import type { Notification } from "@tidings/contract";
import type { ReactNode } from "react";
import { useEnvironment } from "../app/environment.tsx";
import { CopyButton } from "../components/copy-button.tsx";
import { Moment } from "../components/moment.tsx";
import { NotificationLink } from "../timeline/sentence-view.tsx";
import styles from "./notification-facts.module.css";
import { notificationWords as words } from "./notification-words.ts";

/** Who, what and when, under the title. */
export function NotificationFacts({ notification }: { notification: Notification }) {
  const { subscriber, template, createdAt, transactionId, workflowVersion } = notification;
  const { _digestedNotificationId: mergedInto } = notification;
  const address = subscriber?.email ?? subscriber?.phone;
  const identifier = template?.triggers[0]?.identifier ?? template?.name;
  return (
    <dl className={styles.facts}>
      <Fact name={words.subscriber}>
        {subscriber ? [subscriber.subscriberId, address].filter(Boolean).join(" · ") : words.deleted}
      </Fact>
      <Fact name={words.workflow}>
        {[identifier, workflowVersion && words.version(workflowVersion)].filter(Boolean).join(", ")}
      </Fact>
      {createdAt && (
        <Fact name={words.triggered}>
          <Moment at={createdAt} hasTheirs />
        </Fact>
      )}
      <Fact name={words.transaction}>
        <TriggerLink transactionId={transactionId} />
        <CopyButton text={transactionId} label="Copy the transaction" />
      </Fact>
      {mergedInto && (
        <Fact name={words.mergedInto}>
          <NotificationLink id={mergedInto} label={words.otherNotification} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function TriggerLink({ transactionId }: { transactionId: string }) {
  const { environment } = useEnvironment();
  const params = { environment: environment.identifier, transactionId };
  return (
    <Link to="/in/$environment/triggers/$transactionId" params={params} className={styles.id}>
      {transactionId}
    </Link>
  );
}
