import { useRead } from "./read.ts";

/** The workflows of the environment, for filters. */
export function useWorkflowOptions() {
  const { data } = useRead(["workflows", "options"], (client) => client.workflows.list({ limit: 100 }));
  return (data?.workflows ?? []).map(({ workflowId, name }) => ({
    value: workflowId,
    label: name,
    hint: workflowId,
  }));
}
