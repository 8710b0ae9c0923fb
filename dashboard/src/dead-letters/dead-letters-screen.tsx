import { useSearch } from "@tanstack/react-router";
import { listDeadLetters } from "@tidings/contract";
import { useMemo, useState } from "react";
import { useMay } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { LiveMark } from "../app/live-mark.tsx";
import { Button } from "../components/button.tsx";
import { CopyAs } from "../components/copy-as.tsx";
import { Loading } from "../components/loading.tsx";
import { NewerPill } from "../components/newer-pill.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { DeadLetterTable } from "./dead-letter-table.tsx";
import styles from "./dead-letters.module.css";
import { useDeadLetters, useNewer } from "./dead-letters.ts";
import { DeadLetterFilterBar } from "./filter-bar.tsx";
import { type DeadLetterFilters, filterOf, isSentAgain, queryOf } from "./filters.ts";
import { NoRows } from "./no-rows.tsx";
import { Pages } from "./pages.tsx";
import { type Selection, useSelection } from "./selection.ts";
import type { SendAgainRequest } from "./send-again.ts";
import { SendAgainDialog } from "./send-again-dialog.tsx";
import { selected, sendAll, words } from "./words.ts";

/** Messages that were given up, newest first, and the way to send them again. */
export function DeadLettersScreen() {
  const filters = useSearch({ from: "/frame/in/$environment/dead-letters" });
  const { data } = useDeadLetters(filters);
  const [request, setRequest] = useState<SendAgainRequest>();
  const [number, setNumber] = useState(0);
  const maySend = useMay("manage") && !isSentAgain(filters);
  const total = data?.totalCount ?? 0;
  const query = queryOf(filters);
  const ask = (ids?: readonly string[]) => {
    setNumber(number + 1);
    setRequest({ number, ids, filter: filterOf(filters), total });
  };
  const call = { operation: listDeadLetters, query, sdk: { method: "deadLetters.list", args: [query] } };
  const actions = (
    <>
      <LiveMark />
      <CopyAs call={call} />
      {maySend && total > 0 && (
        <Button kind="primary" onClick={() => ask()}>
          {sendAll(total)}
        </Button>
      )}
    </>
  );
  return (
    <>
      <PageHeader title={words.title} actions={actions}>
        <p className={styles.what}>{words.what}</p>
      </PageHeader>
      <DeadLetterFilterBar filters={filters} />
      <List filters={filters} {...(maySend ? { onSend: ask } : {})} />
      {request && <SendAgainDialog request={request} onClose={() => setRequest(undefined)} key={number} />}
    </>
  );
}

type ListProps = { filters: DeadLetterFilters; onSend?: (ids: readonly string[]) => void };

function List({ filters, onSend }: ListProps) {
  const { data, error, refetch } = useDeadLetters(filters);
  const rows = useMemo(() => data?.data ?? [], [data]);
  const ids = useMemo(() => rows.map(({ _id }) => _id), [rows]);
  const selection = useSelection(ids);
  const newer = useNewer(filters, data && !filters.after ? { total: data.totalCount } : undefined);
  if (error) return <FailedRead title={words.cannotBeRead} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label={words.reading} lines={8} />;
  return (
    <div className={styles.list}>
      <NewerPill count={newer} isMore={false} onShow={() => void refetch()} />
      {onSend && <Selected selection={selection} onSend={onSend} />}
      {rows.length === 0 ? (
        <NoRows filters={filters} />
      ) : (
        <DeadLetterTable
          rows={rows}
          isSentAgain={isSentAgain(filters)}
          selection={onSend ? selection : undefined}
        />
      )}
      <Pages filters={filters} next={data.next} />
    </div>
  );
}

type SelectedProps = { selection: Selection; onSend: (ids: readonly string[]) => void };

function Selected({ selection, onSend }: SelectedProps) {
  const { ids, set } = selection;
  if (ids.size === 0) return null;
  return (
    <div className={styles.selected}>
      <span role="status">{selected(ids.size)}</span>
      <Button kind="primary" isSmall onClick={() => onSend([...ids])}>
        {words.sendSelected}
      </Button>
      <Button kind="quiet" isSmall onClick={() => set([])}>
        {words.clearSelection}
      </Button>
    </div>
  );
}
