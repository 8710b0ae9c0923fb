import { useNavigate, useSearch } from "@tanstack/react-router";
import { listTopics } from "@tidings/contract";
import { useMay } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { Button } from "../components/button.tsx";
import { CopyAs } from "../components/copy-as.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { FilterBar, SearchBox } from "../components/filter-bar.tsx";
import { Loading } from "../components/loading.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Pager } from "../components/pager.tsx";
import { NewTopic } from "./new-topic.tsx";
import { queryOf, type TopicFilters, useTopics } from "./reads.ts";
import { TopicTable } from "./topic-table.tsx";
import styles from "./topics.module.css";
import { words } from "./words.ts";

/** All topics of the environment, 25 at a time. */
export function TopicsScreen() {
  const filters = useSearch({ from: "/frame/in/$environment/topics" });
  const navigate = useNavigate();
  const mayManage = useMay("manage");
  const query = queryOf(filters);
  const call = { operation: listTopics, query, sdk: { method: "topics.list", args: [query] } };
  const { key = "", name = "" } = filters;
  const search = (changes: TopicFilters) => void navigate({ to: ".", search: { key, name, ...changes } });
  const actions = (
    <>
      <CopyAs call={call} />
      {mayManage && <NewTopic />}
    </>
  );
  return (
    <>
      <PageHeader title={words.title} actions={actions} />
      <FilterBar>
        <SearchBox label={words.keySearch} value={key} onSearch={(text) => search({ key: text })} />
        <SearchBox label={words.nameSearch} value={name} onSearch={(text) => search({ name: text })} />
      </FilterBar>
      <List filters={filters} />
    </>
  );
}

function List({ filters }: { filters: TopicFilters }) {
  const navigate = useNavigate();
  const { data, error, refetch } = useTopics(filters);
  if (error) return <FailedRead title={words.cannotBeRead} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label={words.reading} lines={8} />;
  const { next, previous } = data;
  const { key = "", name = "" } = filters;
  const open = (cursor: TopicFilters) => () => void navigate({ to: ".", search: { key, name, ...cursor } });
  return (
    <div className={styles.stack}>
      {data.data.length === 0 ? (
        <NoRows isNarrowed={Boolean(key || name)} />
      ) : (
        <TopicTable rows={data.data} />
      )}
      {(next || previous) && (
        <Pager
          onNewer={previous ? open({ before: previous }) : undefined}
          onOlder={next ? open({ after: next }) : undefined}
        />
      )}
    </div>
  );
}

function NoRows({ isNarrowed }: { isNarrowed: boolean }) {
  const navigate = useNavigate();
  if (!isNarrowed)
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
