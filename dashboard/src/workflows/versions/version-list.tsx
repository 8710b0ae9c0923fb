import { useNavigate } from "@tanstack/react-router";
import { listWorkflowVersions, type Workflow } from "@tidings/contract";
import { type ReactNode, useState } from "react";
import { FailedRead } from "../../app/failed-read.tsx";
import { LinkButton } from "../../app/link-button.tsx";
import { CopyAs } from "../../components/copy-as.tsx";
import { Loading } from "../../components/loading.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Pager } from "../../components/pager.tsx";
import { comparedOf, comparedText, newerCursor, toggled } from "./compared.ts";
import { PAGE_ROWS, queryOf, useVersions } from "./reads.ts";
import { RestoreProblem } from "./restore-problem.tsx";
import { useRestore } from "./use-restore.ts";
import { VersionTable } from "./version-table.tsx";
import styles from "./versions.module.css";
import { words } from "./words.ts";

type ListProps = { workflow: Workflow; after: string | undefined; trail: ReactNode };

/** All versions, the newest first; two of them can be chosen. */
export function VersionList({ workflow, after, trail }: ListProps) {
  const { workflowId } = workflow;
  const { data, error, refetch } = useVersions(workflowId, after);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const restore = useRestore(workflow);
  const query = queryOf(after);
  const call = {
    operation: listWorkflowVersions,
    params: { workflowId },
    query,
    sdk: { method: "workflows.listVersions", args: [workflowId, query] },
    cli: ["workflows", "versions", workflowId],
  };
  return (
    <>
      <PageHeader title={words.listTitle(workflow.name)} trail={trail} actions={<CopyAs call={call} />} />
      {error && <FailedRead title={words.listCannotBeRead} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading label={words.reading} />}
      {data && (
        <div className={styles.stack}>
          <RestoreProblem restore={restore} />
          <Chosen chosen={chosen} />
          <VersionTable
            rows={data.data}
            chosen={chosen}
            onToggle={(version) => setChosen(toggled(chosen, version))}
            restore={restore}
          />
          {data.waitingCapped && <p className={styles.second}>{words.waitingCapped}</p>}
          <Pages newest={workflow.version ?? 1} after={query.after} next={data.next} />
        </div>
      )}
    </>
  );
}

function Chosen({ chosen }: { chosen: readonly number[] }) {
  const compared = comparedOf(chosen);
  if (!compared) return <p className={styles.hint}>{words.chooseTwo}</p>;
  return (
    <p className={styles.hint}>
      <LinkButton to="." search={{ compare: comparedText(compared) }} kind="primary">
        {words.compare(compared.before, compared.after)}
      </LinkButton>
    </p>
  );
}

type PagesProps = { newest: number; after: number | undefined; next: number | null };

function Pages({ newest, after, next }: PagesProps) {
  const navigate = useNavigate();
  const open = (cursor: number | undefined) => () =>
    void navigate({ to: ".", search: cursor === undefined ? {} : { after: `${cursor}` } });
  if (after === undefined && next === null) return null;
  return (
    <Pager
      onNewer={after === undefined ? undefined : open(newerCursor(after, PAGE_ROWS, newest))}
      onOlder={next === null ? undefined : open(next)}
    />
  );
}
