import { Link } from "@tanstack/react-router";
import type { Notification } from "@tidings/contract";
import { useState } from "react";
import { useEnvironment } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { useRead } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Loading } from "../components/loading.tsx";
import { Moment } from "../components/moment.tsx";
import { Pager } from "../components/pager.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { type Column, Table } from "../components/table.tsx";
import { fullNameOf } from "../timeline/person.ts";
import { reasonSentence } from "./outcomes.ts";
import styles from "./trigger-screen.module.css";
import { triggerWords as words } from "./trigger-words.ts";

const ROWS = 25;

type RecipientsProps = {
  transactionId: string;
  state: string | undefined;
  code: string | undefined;
  /** Shows all recipients. */
  onReset: () => void;
};

/** The notifications of a trigger, in the state or with the reason that was chosen. */
export function Recipients(props: RecipientsProps) {
  const { state, code, onReset } = props;
  const isFiltered = state !== undefined || code !== undefined;
  return (
    <section className={styles.section} aria-labelledby="recipients">
      <div className={styles.head}>
        <h2 id="recipients">{words.recipients}</h2>
        {isFiltered && (
          <Button kind="quiet" isSmall onClick={onReset}>
            {words.all}
          </Button>
        )}
      </div>
      <Rows key={`${state} ${code}`} {...props} />
    </section>
  );
}

function Rows({ transactionId, state, code }: RecipientsProps) {
  const [page, setPage] = useState(0);
  const query = { transactionId: [transactionId], page, limit: ROWS, ...filterOf(state, code) };
  const read = useRead(["recipients", query], (client) => client.notifications.list(query), {
    live: ["notifications"],
    keepsPrevious: true,
  });
  if (read.error)
    return (
      <FailedRead title={words.recipientsUnread} error={read.error} onRetry={() => void read.refetch()} />
    );
  if (!read.data) return <Loading label={words.readingRecipients} />;
  const { data, hasMore } = read.data;
  if (data.length === 0 && page === 0) return <EmptyState title={words.none}>{words.noneWhy}</EmptyState>;
  return (
    <>
      <Table label={words.recipients} columns={COLUMNS} rows={data} keyOf={({ _id }) => _id ?? ""} />
      {(hasMore || page > 0) && (
        <Pager
          onNewer={page > 0 ? () => setPage(page - 1) : undefined}
          onOlder={hasMore ? () => setPage(page + 1) : undefined}
        />
      )}
    </>
  );
}

const STATES = ["waiting", "delivered", "failed", "skipped", "merged"] as const;

/** The report counts merged notifications as skipped. */
function filterOf(state: string | undefined, code: string | undefined) {
  const wanted = state === "skipped" && code === "digest_merged" ? "merged" : state;
  const known = STATES.find((one) => one === wanted);
  return { ...(known ? { state: known } : {}), ...(code ? { code: [code] } : {}) };
}

const COLUMNS: readonly Column<Notification>[] = [
  {
    name: "state",
    title: words.state,
    isNarrow: true,
    cell: ({ state }) => state && <StateMark state={state} />,
  },
  {
    name: "subscriber",
    title: words.subscriber,
    isRowHeader: true,
    cell: (row) => <RecipientLink row={row} />,
  },
  {
    name: "reason",
    title: words.reason,
    isWide: true,
    cell: ({ reason }) => reason && reasonSentence(reason.code),
  },
  {
    name: "when",
    title: words.when,
    isNarrow: true,
    cell: ({ updatedAt }) => updatedAt && <Moment at={updatedAt} />,
  },
];

function RecipientLink({ row }: { row: Notification }) {
  const { environment } = useEnvironment();
  const params = { environment: environment.identifier, id: row._id ?? "" };
  return (
    <Link to="/in/$environment/notifications/$id" params={params} search={{}}>
      {fullNameOf(row.subscriber)}
    </Link>
  );
}
