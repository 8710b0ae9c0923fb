import { useNavigate, useSearch } from "@tanstack/react-router";
import { listMessages } from "@tidings/contract";
import { useEffect } from "react";
import { useEntryKey } from "../app/entry-key.ts";
import { FailedRead } from "../app/failed-read.tsx";
import { rememberList } from "../app/neighbors.ts";
import { useRead } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import { CopyAs } from "../components/copy-as.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Loading } from "../components/loading.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Pager } from "../components/pager.tsx";
import { MessageTable } from "../timeline/message-table.tsx";
import { MessageFilterBar } from "./filter-bar.tsx";
import { firstPage, type MessageFilters, queryOf } from "./filters.ts";
import styles from "./messages.module.css";
import { words } from "./words.ts";

/** All messages of the environment, newest first, 25 at a time. */
export function MessagesScreen() {
  const filters = useSearch({ from: "/frame/in/$environment/messages" });
  const query = queryOf(filters);
  const call = { operation: listMessages, query, sdk: { method: "messages.list", args: [query] } };
  return (
    <>
      <PageHeader title={words.title} actions={<CopyAs call={call} />} />
      <MessageFilterBar filters={filters} />
      <List filters={filters} />
    </>
  );
}

function List({ filters }: { filters: MessageFilters }) {
  const navigate = useNavigate();
  const entry = useEntryKey();
  const { data, error, refetch } = useRead(
    ["messages", filters, entry],
    (client) => client.messages.list(queryOf(filters)),
    { keepsPrevious: true, isKept: true },
  );
  useEffect(() => rememberList("messages", data?.data.map(({ _id }) => _id ?? "") ?? []), [data]);
  if (error) return <FailedRead title={words.cannotBeRead} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label={words.reading} lines={8} />;
  const { next, previous } = data;
  const open = (cursor: MessageFilters) => () =>
    void navigate({ to: ".", search: { ...firstPage(filters), ...cursor } });
  return (
    <div className={styles.stack}>
      {data.data.length === 0 ? <NoRows filters={filters} /> : <MessageTable rows={data.data} />}
      {(next || previous) && (
        <Pager
          onNewer={previous ? open({ before: previous }) : undefined}
          onOlder={next ? open({ after: next }) : undefined}
        />
      )}
    </div>
  );
}

function NoRows({ filters }: { filters: MessageFilters }) {
  const navigate = useNavigate();
  if (Object.values(filters).every((value) => !value))
    return (
      <EmptyState title={words.none} command={words.noneCommand}>
        {words.noneWhy}
      </EmptyState>
    );
  const clear = <Button onClick={() => void navigate({ to: ".", search: {} })}>{words.clear}</Button>;
  return (
    <EmptyState title={words.noMatch} action={clear}>
      {words.noMatchWhy}
    </EmptyState>
  );
}
