import type { Subscriber } from "@tidings/contract";
import { useState } from "react";
import { FailedRead } from "../app/failed-read.tsx";
import { Button } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Loading } from "../components/loading.tsx";
import cards from "./notification-cards.module.css";
import { shortNameOf } from "./person.ts";
import styles from "./subscribers.module.css";
import { WouldGetCard } from "./would-get-card.tsx";
import { useWorkflows } from "./would-get-reads.ts";
import { WOULD_GET_WORDS as words } from "./would-get-words.ts";

/** Each workflow costs two requests. */
const STEP = 10;

/** Every workflow, tried for this person; nothing is stored or sent. */
export function WouldGetTab({ subscriber }: { subscriber: Subscriber }) {
  const [limit, setLimit] = useState(STEP);
  const { data, error, refetch } = useWorkflows(limit);
  if (error) return <FailedRead title={words.cannotBeRead} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label={words.reading} />;
  if (data.totalCount === 0) return <EmptyState title={words.none}>{words.noneWhy}</EmptyState>;
  return (
    <div className={styles.stack}>
      <p>{words.about(shortNameOf(subscriber))}</p>
      <ul className={cards.list} aria-label={words.label}>
        {data.workflows.map(({ workflowId, name }) => (
          <li key={workflowId}>
            <WouldGetCard workflowId={workflowId} name={name} subscriber={subscriber} />
          </li>
        ))}
      </ul>
      {data.totalCount > limit && (
        <p>
          <Button onClick={() => setLimit(limit + STEP)}>{words.more}</Button>
        </p>
      )}
    </div>
  );
}
