import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Subscriber } from "@tidings/contract";
import { FailedRead } from "../app/failed-read.tsx";
import { useRead } from "../app/read.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { Loading } from "../components/loading.tsx";
import { Pager } from "../components/pager.tsx";
import { MessageTable } from "../timeline/message-table.tsx";
import styles from "./subscribers.module.css";
import { words } from "./words.ts";

const PAGE_ROWS = 25;

/** What the channels carried to the person, newest first. */
export function MessagesTab({ subscriber: { subscriberId } }: { subscriber: Subscriber }) {
  const navigate = useNavigate();
  const { after, before } = useSearch({ from: "/frame/in/$environment/subscribers/$subscriberId/$tab" });
  const query = {
    subscriberId,
    limit: PAGE_ROWS,
    includeTotal: false,
    ...(after ? { after } : {}),
    ...(before ? { before } : {}),
  };
  const { data, error, refetch } = useRead(
    ["messages", "of-subscriber", query],
    (client) => client.messages.list(query),
    { keepsPrevious: true },
  );
  if (error)
    return <FailedRead title={words.messagesCannotBeRead} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label={words.readingMessages} />;
  const { next, previous } = data;
  const open = (cursor: { after?: string; before?: string }) => () =>
    void navigate({ to: ".", search: cursor });
  return (
    <div className={styles.stack}>
      {data.data.length === 0 && <EmptyState title={words.noMessages}>{words.noMessagesWhy}</EmptyState>}
      {data.data.length > 0 && <MessageTable rows={data.data} isOfOne />}
      {(next || previous) && (
        <Pager
          onNewer={previous ? open({ before: previous }) : undefined}
          onOlder={next ? open({ after: next }) : undefined}
        />
      )}
    </div>
  );
}
