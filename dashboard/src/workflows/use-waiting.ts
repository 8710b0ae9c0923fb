import { useRead } from "../app/read.ts";

/** How many notifications wait in any version of the workflow (its `_id`); `isAtLeast`: there may be more. */
export function useWaiting(id: string): { count: number; isAtLeast: boolean } | undefined {
  const { data } = useRead(["workflow-versions", id, "waiting"], (client) =>
    client.workflows.listVersions(id, { limit: 100 }),
  );
  if (!data) return undefined;
  const count = data.data.reduce((sum, one) => sum + one.waitingNotifications, 0);
  return { count, isAtLeast: data.waitingCapped || data.next !== null };
}
