import type { Engine } from "../engine.ts";
import type { ClaimedJob } from "./claim-store.ts";
import { releaseLeases } from "./lease-store.ts";

/** Returns claimed jobs to the queue at once. */
export async function releaseJobs(
  { database }: Engine,
  environmentId: string,
  jobs: readonly ClaimedJob[],
): Promise<void> {
  const held = jobs.map(({ notificationId, position, lease }) => {
    return { environmentId, notificationId, position, lease };
  });
  await releaseLeases(database, held);
}
