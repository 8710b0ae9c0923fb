import { Link } from "@tanstack/react-router";
import type { Notification } from "@tidings/contract";
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
import { Unbroken } from "../components/unbroken.tsx";
import { fullNameOf } from "../timeline/person.ts";
import { reasonWords } from "../timeline/reason-words.ts";
import { shownState } from "../timeline/shown-state.ts";
import { queryOf, type RecipientFilter } from "./recipient-query.ts";
import styles from "./trigger-screen.module.css";
import { triggerWords as words } from "./trigger-words.ts";

type RecipientsProps = {
  filter: RecipientFilter;
  /** Shows all recipients. */
  onReset: () => void;
  onPage: (cursor: { afterId: string } | { beforeId: string }) => void;
};

/** The notifications of a trigger, in the state or with the reason that was chosen. */
export function Recipients({ filter, onReset, onPage }: RecipientsProps) {
  const isFiltered = filter.state !== undefined || filter.code !== undefined;
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
      <Rows filter={filter} onPage={onPage} />
    </section>
  );
}

function Rows({ filter, onPage }: Pick<RecipientsProps, "filter" | "onPage">) {
  const query = queryOf(filter);
  const read = useRead(["recipients", query], (client) => client.notifications.list(query), {
    live: ["notifications"],
    keepsPrevious: true,
  });
  if (read.error)
    return (
      <FailedRead title={words.recipientsUnread} error={read.error} onRetry={() => void read.refetch()} />
    );
  if (!read.data) return <Loading label={words.readingRecipients} />;
  const { data, next, previous } = read.data;
  if (data.length === 0) return <EmptyState title={words.none}>{words.noneWhy}</EmptyState>;
  return (
    <>
      <Table label={words.table} columns={COLUMNS} rows={data} keyOf={({ _id }) => _id ?? ""} />
      {(next || previous) && (
        <Pager
          onNewer={previous ? () => onPage({ beforeId: previous }) : undefined}
          onOlder={next ? () => onPage({ afterId: next }) : undefined}
        />
      )}
    </>
  );
}

const COLUMNS: readonly Column<Notification>[] = [
  {
    name: "state",
    title: words.state,
    isNarrow: true,
    cell: (row) => <RecipientState row={row} />,
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
    cell: ({ reason }) => reason && <Unbroken text={reasonWords(reason.code)} />,
  },
  {
    name: "when",
    title: words.when,
    isNarrow: true,
    cell: ({ updatedAt }) => updatedAt && <Moment at={updatedAt} />,
  },
];

function RecipientState({ row }: { row: Notification }) {
  const state = shownState(row);
  return state && <StateMark state={state} />;
}

function RecipientLink({ row }: { row: Notification }) {
  const { environment } = useEnvironment();
  const params = { environment: environment.identifier, id: row._id ?? "" };
  return (
    <Link to="/in/$environment/notifications/$id" params={params} search={{}}>
      {fullNameOf(row.subscriber)}
    </Link>
  );
}
