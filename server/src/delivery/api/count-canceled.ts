import type { SharedTransaction } from "../../database/shared-transaction.ts";
import type { Api } from "../../http/endpoint.ts";
import type { EndedJob } from "../cancel/cancel-store.ts";

/** Counts the jobs that a cancel ended in the metrics, after the commit. */
export function countCanceled(
  { metrics, transaction }: Pick<Api, "metrics"> & { transaction: SharedTransaction | undefined },
  canceled: readonly EndedJob[],
): void {
  const count = () => {
    for (const { type, status } of canceled) metrics.jobsEnded({ type, status }, 1);
  };
  if (transaction) transaction.afterCommit(count);
  else count();
}
