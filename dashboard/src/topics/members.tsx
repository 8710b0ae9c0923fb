import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMay } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { FilterBar, SearchBox } from "../components/filter-bar.tsx";
import { Loading } from "../components/loading.tsx";
import { Pager } from "../components/pager.tsx";
import { MemberTable } from "./member-table.tsx";
import { type MemberFilters, useMembers } from "./reads.ts";
import styles from "./topics.module.css";
import { words } from "./words.ts";

/** The members, 25 at a time; one is found by its id. */
export function Members({ topicKey }: { topicKey: string }) {
  const filters = useSearch({ from: "/frame/in/$environment/topics/$key" });
  const navigate = useNavigate();
  const search = (text: string) => void navigate({ to: ".", search: { search: text } });
  return (
    <div>
      <FilterBar>
        <h2>{words.members}</h2>
        <SearchBox label={words.memberSearch} value={filters.search ?? ""} onSearch={search} />
      </FilterBar>
      <List topicKey={topicKey} filters={filters} />
    </div>
  );
}

function List({ topicKey, filters }: { topicKey: string; filters: MemberFilters }) {
  const navigate = useNavigate();
  const mayManage = useMay("manage");
  const { data, error, refetch } = useMembers(topicKey, filters);
  if (error)
    return <FailedRead title={words.membersCannotBeRead} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label={words.readingMembers} />;
  const { next, previous } = data;
  const { search = "" } = filters;
  const open = (cursor: MemberFilters) => () => void navigate({ to: ".", search: { search, ...cursor } });
  return (
    <div className={styles.stack}>
      {data.data.length > 0 && <MemberTable rows={data.data} topicKey={topicKey} mayManage={mayManage} />}
      {data.data.length === 0 && (
        <EmptyState title={search ? words.noSuchMember : words.noMembers}>
          {search ? words.noSuchMemberWhy(search) : words.noMembersWhy}
        </EmptyState>
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
