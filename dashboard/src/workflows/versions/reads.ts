import { useRead } from "../../app/read.ts";

export const PAGE_ROWS = 25;
/** What a new version changes. */
export const CHANGES = [["workflow"], ["workflows"], ["workflow-versions"]] as const;
/** A version may be saved, and notifications go on, while the list is open. */
const EVERY_MS = 15_000;

export const useWorkflow = (workflowId: string) =>
  useRead(["workflow", workflowId], (client) => client.workflows.get(workflowId), { everyMs: EVERY_MS });

export const queryOf = (after: string | undefined) => ({
  limit: PAGE_ROWS,
  ...(after !== undefined && /^[1-9]\d{0,8}$/.test(after) ? { after: Number(after) } : {}),
});

export function useVersions(workflowId: string, after: string | undefined) {
  const query = queryOf(after);
  return useRead(
    ["workflow-versions", workflowId, query],
    (client) => client.workflows.listVersions(workflowId, query),
    { everyMs: EVERY_MS, keepsPrevious: true },
  );
}

/** A version never changes, but its issues are those of now. */
export const useVersion = (workflowId: string, version: number) =>
  useRead(["workflow-version", workflowId, version], (client) =>
    client.workflows.getVersion(workflowId, version),
  );
