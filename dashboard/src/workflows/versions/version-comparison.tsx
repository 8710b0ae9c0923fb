import { getWorkflowVersion, type Workflow } from "@tidings/contract";
import type { ReactNode } from "react";
import { useMay } from "../../app/environment.tsx";
import { FailedRead } from "../../app/failed-read.tsx";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { CopyAs } from "../../components/copy-as.tsx";
import { Loading } from "../../components/loading.tsx";
import { Moment } from "../../components/moment.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import type { Compared } from "./compared.ts";
import { useVersion } from "./reads.ts";
import { RestoreProblem } from "./restore-problem.tsx";
import { useRestore } from "./use-restore.ts";
import { VersionDiff } from "./version-diff.tsx";
import styles from "./versions.module.css";
import { words } from "./words.ts";

type ComparisonProps = { workflow: Workflow; compared: Compared; trail: ReactNode };

/** What is different between two versions. */
export function VersionComparison({ workflow, compared, trail }: ComparisonProps) {
  const { workflowId } = workflow;
  const before = useVersion(workflowId, compared.before);
  const after = useVersion(workflowId, compared.after);
  const restore = useRestore(workflow);
  const mayManage = useMay("manage");
  const error = before.error ?? after.error;
  const retry = () => void Promise.all([before.refetch(), after.refetch()]);
  const numbers = [...new Set([compared.before, compared.after])];
  const actions = (
    <>
      <CopyAs call={callOf(workflowId, compared.before)} />
      {mayManage &&
        numbers
          .filter((version) => version !== workflow.version)
          .map((version) => (
            <Button key={version} isBusy={restore.busy === version} onClick={() => void restore.ask(version)}>
              {words.restoreVersion(version)}
            </Button>
          ))}
    </>
  );
  return (
    <>
      <PageHeader title={words.comparisonTitle(compared)} trail={trail} actions={actions}>
        {before.data && after.data && <Facts shown={[before.data, after.data]} current={workflow} />}
      </PageHeader>
      <div className={styles.stack}>
        <RestoreProblem restore={restore} />
        {error && <FailedRead title={words.versionCannotBeRead} error={error} onRetry={retry} />}
        {!error && !(before.data && after.data) && <Loading label={words.readingVersions} />}
        {before.data && after.data && (
          <VersionDiff
            before={before.data}
            after={after.data}
            beforeTitle={words.versionName(compared.before)}
            afterTitle={words.versionName(compared.after)}
          />
        )}
      </div>
    </>
  );
}

const callOf = (workflowId: string, version: number) => ({
  operation: getWorkflowVersion,
  params: { workflowId, version: `${version}` },
  sdk: { method: "workflows.getVersion", args: [workflowId, version] },
  cli: ["workflows", "version", workflowId, `${version}`],
});

/** When each was stored, and which one is the current one. */
function Facts({ shown, current }: { shown: readonly Workflow[]; current: Workflow }) {
  return (
    <div className={styles.facts}>
      {shown.map(({ version = 1, updatedAt }) => (
        <span key={version} className={styles.name}>
          <span>
            {words.versionName(version)}, <Moment at={updatedAt} isStored isInSentence />
          </span>
          {version === current.version && <Chip tone="ok">{words.current}</Chip>}
        </span>
      ))}
    </div>
  );
}
