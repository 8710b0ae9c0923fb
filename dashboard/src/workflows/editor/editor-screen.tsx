import { Link, useParams } from "@tanstack/react-router";
import { useEnvironment } from "../../app/environment.tsx";
import { FailedRead } from "../../app/failed-read.tsx";
import { addressIn } from "../../app/navigation.ts";
import { useRead } from "../../app/read.ts";
import { Loading } from "../../components/loading.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Editor } from "./editor.tsx";
import { words } from "./words.ts";

/** Another person may save the workflow while it is open here. */
const LOOK_EVERY_MS = 15_000;

/** A workflow: its steps, the one that is edited, and the rehearsal. */
export function EditorScreen() {
  const { workflowId } = useParams({ from: "/frame/in/$environment/workflows/$workflowId" });
  const { environment } = useEnvironment();
  const { data, error, refetch } = useRead(
    ["workflow", workflowId],
    (client) => client.workflows.get(workflowId),
    { everyMs: LOOK_EVERY_MS },
  );
  if (data) return <Editor key={data._id} stored={data} />;
  const trail = <Link to={addressIn(environment.identifier, "workflows")}>{words.trail}</Link>;
  return (
    <>
      <PageHeader title={workflowId} trail={trail} />
      {error ? (
        <FailedRead title={words.cannotBeRead} error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label={words.reading} />
      )}
    </>
  );
}
