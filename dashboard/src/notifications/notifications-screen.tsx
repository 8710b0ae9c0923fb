import { useNavigate, useSearch } from "@tanstack/react-router";
import { listNotifications } from "@tidings/contract";
import { useEffect, useMemo } from "react";
import { useMay } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { LiveMark } from "../app/live-mark.tsx";
import { rememberList } from "../app/neighbors.ts";
import { TriggerLink } from "../app/trigger-link.tsx";
import { CopyAs } from "../components/copy-as.tsx";
import { Loading } from "../components/loading.tsx";
import { NewerPill } from "../components/newer-pill.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Pager } from "../components/pager.tsx";
import { useSelection } from "../components/selection.ts";
import { ListFilterBar } from "./list-filter-bar.tsx";
import { firstPage, type NotificationFilters, PAGE_ROWS } from "./list-filters.ts";
import { NoRows } from "./list-no-rows.tsx";
import { useList, useNewer, useQueryOf } from "./list-read.ts";
import { ListTable } from "./list-table.tsx";
import { words } from "./list-words.ts";
import styles from "./notifications-screen.module.css";
import { SelectedActions } from "./selected-actions.tsx";

/** All notifications of the environment, newest first, 25 at a time. */
export function NotificationsScreen() {
  const filters = useSearch({ from: "/frame/in/$environment/notifications" });
  const { query } = useQueryOf(filters);
  const call = { operation: listNotifications, query, sdk: { method: "notifications.list", args: [query] } };
  const actions = (
    <>
      <LiveMark />
      <CopyAs call={call} />
      <TriggerLink />
    </>
  );
  return (
    <>
      <PageHeader title={words.title} actions={actions} />
      <ListFilterBar filters={filters} />
      <List filters={filters} />
    </>
  );
}

function List({ filters }: { filters: NotificationFilters }) {
  const navigate = useNavigate();
  const mayTrigger = useMay("trigger");
  const { data, error, refetch, isPlaceholderData, refreshRows } = useList(filters);
  const rows = useMemo(() => data?.data ?? [], [data]);
  const selection = useSelection(useMemo(() => rows.map(({ _id = "" }) => _id), [rows]));
  const isFirst = !filters.afterId && !data?.previous;
  const newer = useNewer(filters, rows[0]?._id, isFirst && data !== undefined && !isPlaceholderData);
  useEffect(() => rememberList("notifications", data?.data.map(({ _id }) => _id ?? "") ?? []), [data]);
  const open = (cursor: NotificationFilters) => () =>
    void navigate({ to: ".", search: { ...firstPage(filters), ...cursor } });
  if (error) return <FailedRead title={words.cannotBeRead} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label={words.reading} lines={8} />;
  // While another page is read, the cursors are those of the page before.
  const { next, previous } = isPlaceholderData ? {} : data;
  return (
    <div className={styles.list}>
      <NewerPill
        count={newer}
        isMore={newer === PAGE_ROWS}
        onShow={filters.beforeId ? open({}) : () => void refetch()}
      />
      {rows.length === 0 ? (
        <NoRows filters={filters} />
      ) : (
        <ListTable rows={rows} selection={mayTrigger ? selection : undefined} />
      )}
      {(data.next || data.previous || filters.afterId || filters.beforeId) && (
        <Pager
          onNewer={previous ? open({ beforeId: previous }) : undefined}
          onOlder={next ? open({ afterId: next }) : undefined}
        />
      )}
      {mayTrigger && (
        <SelectedActions rows={rows} selection={selection} onChange={() => void refreshRows()} />
      )}
    </div>
  );
}
