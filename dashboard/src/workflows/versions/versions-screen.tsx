import { Link, useParams, useSearch } from "@tanstack/react-router";
import type { Workflow } from "@tidings/contract";
import { useEnvironment } from "../../app/environment.tsx";
import { addressIn } from "../../app/navigation.ts";
import { UnreadRecord } from "../../app/unread-record.tsx";
import { comparedIn } from "./compared.ts";
import { useWorkflow } from "./reads.ts";
import { VersionComparison } from "./version-comparison.tsx";
import { VersionList } from "./version-list.tsx";
import { words } from "./words.ts";

const FROM = "/frame/in/$environment/workflows/$workflowId/versions";

/** The versions of a workflow, and what is different between two of them. */
export function VersionsScreen() {
  const { workflowId } = useParams({ from: FROM });
  const { compare, after } = useSearch({ from: FROM });
  const { data, error, refetch } = useWorkflow(workflowId);
  if (!data) {
    const unread = { reading: words.reading, failed: words.cannotBeRead };
    return (
      <UnreadRecord
        title={words.title}
        trail={<Trail workflowId={workflowId} />}
        words={unread}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  const compared = comparedIn(compare);
  if (!compared)
    return (
      <VersionList workflow={data} after={after} trail={<Trail workflowId={workflowId} workflow={data} />} />
    );
  return (
    <VersionComparison
      key={compare}
      workflow={data}
      compared={compared}
      trail={<Trail workflowId={workflowId} workflow={data} isInList />}
    />
  );
}

type TrailProps = { workflowId: string; workflow?: Workflow; isInList?: boolean };

function Trail({ workflowId, workflow, isInList }: TrailProps) {
  const { identifier } = useEnvironment().environment;
  const own = `workflows/${encodeURIComponent(workflowId)}`;
  return (
    <>
      <Link to={addressIn(identifier, "workflows")}>{words.workflows}</Link>
      <Link to={addressIn(identifier, own)}>{workflow?.name ?? workflowId}</Link>
      {isInList && <Link to={addressIn(identifier, `${own}/versions`)}>{words.title}</Link>}
    </>
  );
}
