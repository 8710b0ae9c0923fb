import { useParams, useSearch } from "@tanstack/react-router";
import { FailedRead } from "../app/failed-read.tsx";
import { useRead } from "../app/read.ts";
import { Loading } from "../components/loading.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { TriggerForm } from "./trigger-form.tsx";
import { Trail } from "./trigger-trail.tsx";
import { words } from "./words.ts";

const FROM = "/frame/in/$environment/workflows/$workflowId/trigger";

/** Triggers one workflow. */
export function TriggerFormScreen() {
  const { workflowId } = useParams({ from: FROM });
  const search = useSearch({ from: FROM });
  const { data, error, refetch } = useRead(["workflow", workflowId], (client) =>
    client.workflows.get(workflowId),
  );
  if (data) return <TriggerForm key={workflowId} workflow={data} search={search} />;
  return (
    <>
      <PageHeader title={`${words.title} ${workflowId}`} trail={<Trail search={search} />} />
      {error ? (
        <FailedRead title={words.cannotBeRead} error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label={words.reading} />
      )}
    </>
  );
}
