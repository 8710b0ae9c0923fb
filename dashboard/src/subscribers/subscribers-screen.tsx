import { useNavigate, useSearch } from "@tanstack/react-router";
import { searchSubscribers } from "@tidings/contract";
import { useEffect } from "react";
import { useMay } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { rememberList } from "../app/neighbors.ts";
import { Button } from "../components/button.tsx";
import { CopyAs } from "../components/copy-as.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { FilterBar, SearchBox } from "../components/filter-bar.tsx";
import { Loading } from "../components/loading.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Pager } from "../components/pager.tsx";
import { NewSubscriber } from "./new-subscriber.tsx";
import { queryOf, type SubscriberFilters, useSubscribers } from "./subscriber-reads.ts";
import { SubscriberTable } from "./subscriber-table.tsx";
import styles from "./subscribers.module.css";
import { words } from "./words.ts";

/** All subscribers of the environment, 25 at a time, and one search over names, addresses and ids. */
export function SubscribersScreen() {
  const filters = useSearch({ from: "/frame/in/$environment/subscribers" });
  const navigate = useNavigate();
  const mayManage = useMay("manage");
  const query = queryOf(filters);
  const call = {
    operation: searchSubscribers,
    query,
    sdk: { method: "subscribers.search", args: [query] },
  };
  const actions = (
    <>
      <CopyAs call={call} />
      {mayManage && <NewSubscriber />}
    </>
  );
  return (
    <>
      <PageHeader title={words.title} actions={actions} />
      <FilterBar>
        <SearchBox
          label={words.search}
          value={filters.search ?? ""}
          onSearch={(search) => void navigate({ to: ".", search: { search } })}
        />
      </FilterBar>
      <List filters={filters} />
    </>
  );
}

function List({ filters }: { filters: SubscriberFilters }) {
  const navigate = useNavigate();
  const { data, error, refetch } = useSubscribers(filters);
  useEffect(() => rememberList("subscribers", data?.data.map((one) => one.subscriberId) ?? []), [data]);
  if (error) return <FailedRead title={words.cannotBeRead} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label={words.reading} lines={8} />;
  const { search } = filters;
  const { next, previous } = data;
  const open = (cursor: SubscriberFilters) => () =>
    void navigate({ to: ".", search: { ...(search ? { search } : {}), ...cursor } });
  return (
    <div className={styles.stack}>
      {data.data.length === 0 ? <NoRows search={search} /> : <SubscriberTable rows={data.data} />}
      {(next || previous) && (
        <Pager
          onNewer={previous ? open({ before: previous }) : undefined}
          onOlder={next ? open({ after: next }) : undefined}
        />
      )}
    </div>
  );
}

function NoRows({ search }: { search: string | undefined }) {
  const navigate = useNavigate();
  if (!search)
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
