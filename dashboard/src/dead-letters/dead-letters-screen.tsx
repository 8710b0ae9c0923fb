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
import { useSelection } from "../components/selection.ts";
import { SelectionBar } from "../components/selection-bar.tsx";
import { DeadLetterTable } from "./dead-letter-table.tsx";
import styles from "./dead-letters.module.css";
import { useDeadLetters, useNewer } from "./dead-letters.ts";
import { DiscardDialog } from "./discard-dialog.tsx";
import { DeadLetterFilterBar } from "./filter-bar.tsx";
import { type DeadLetterFilters, filterOf, listOf, queryOf } from "./filters.ts";
import { NoRows } from "./no-rows.tsx";
import { Pages } from "./pages.tsx";
import type { Request } from "./request.ts";
import { SendAgainDialog } from "./send-again-dialog.tsx";
import { discardAll, sendAll, words } from "./words.ts";

/** Messages that were given up, newest first, and the ways to send them again or discard them. */
export function DeadLettersScreen() {
  const filters = useSearch({ from: "/frame/in/$environment/dead-letters" });
  const { data } = useDeadLetters(filters);
  const [request, setRequest] = useState<Request>();
  const [number, setNumber] = useState(0);
  const mayAct = useMay("manage") && listOf(filters) === "given";
  const total = data?.totalCount ?? 0;
  const query = queryOf(filters);
  const ask = (action: Request["action"], ids?: readonly string[]) => {
    setNumber(number + 1);
    setRequest({ number, action, ids, filter: filterOf(filters), total });
  };
  const Asked = request?.action === "discard" ? DiscardDialog : SendAgainDialog;
  const call = { operation: listDeadLetters, query, sdk: { method: "deadLetters.list", args: [query] } };
  const actions = (
    <>
      <LiveMark />
      <CopyAs call={call} />
      {mayAct && total > 0 && (
        <>
          <Button onClick={() => ask("discard")}>{discardAll(total)}</Button>
          <Button kind="primary" onClick={() => ask("send")}>
            {sendAll(total)}
          </Button>
        </>
      )}
    </>
  );
  return (
    <>
      <PageHeader title={words.title} actions={actions}>
        <p className={styles.what}>{words.what}</p>
      </PageHeader>
      <DeadLetterFilterBar filters={filters} />
      <List filters={filters} {...(mayAct ? { onAsk: ask } : {})} />
      {request && <Asked request={request} onClose={() => setRequest(undefined)} key={number} />}
    </>
  );
}

type Ask = (action: Request["action"], ids: readonly string[]) => void;
type ListProps = { filters: DeadLetterFilters; onAsk?: Ask };

function List({ filters, onAsk }: ListProps) {
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
      {rows.length === 0 ? (
        <NoRows filters={filters} />
      ) : (
        <DeadLetterTable rows={rows} list={listOf(filters)} selection={onAsk ? selection : undefined} />
      )}
      <Pages filters={filters} next={data.next} />
      {onAsk && (
        <SelectionBar selection={selection}>
          <Button kind="primary" isSmall onClick={() => onAsk("send", [...selection.ids])}>
            {words.sendSelected}
          </Button>
          <Button isSmall onClick={() => onAsk("discard", [...selection.ids])}>
            {words.discardSelected}
          </Button>
        </SelectionBar>
      )}
    </div>
  );
}
