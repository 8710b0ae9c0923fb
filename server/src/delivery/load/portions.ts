import type { Engine } from "../engine.ts";
import type { ClaimedJob } from "../queue/claim-store.ts";
import { measureRuns, type RunSize } from "./run-store.ts";

/** Bytes that the runs of one portion hold together at most; a larger run is a portion of its own. */
const MAX_PORTION_BYTES = 8_000_000;

/**
 * Splits claimed jobs into portions that fit into memory. The data of a trigger counts once a portion, because its
 * runs share it. Two jobs of one notification are never in the same portion: the second must see the result of the
 * first.
 */
export function portionsOf(jobs: readonly ClaimedJob[], sizes: readonly RunSize[]): ClaimedJob[][] {
  const sizeOf = new Map(sizes.map((size) => [size.notificationId, size]));
  const portions: ClaimedJob[][] = [];
  let triggerIds = new Set<string>();
  let notificationIds = new Set<string>();
  let bytes = Number.POSITIVE_INFINITY;
  for (const job of jobs) {
    const size = sizeOf.get(job.notificationId);
    if (!size) continue;
    const added = size.ownBytes + (triggerIds.has(size.triggerId) ? 0 : size.triggerBytes);
    if (bytes + added > MAX_PORTION_BYTES || notificationIds.has(job.notificationId)) {
      portions.push([]);
      triggerIds = new Set();
      notificationIds = new Set();
      bytes = 0;
    }
    bytes += size.ownBytes + (triggerIds.has(size.triggerId) ? 0 : size.triggerBytes);
    triggerIds.add(size.triggerId);
    notificationIds.add(job.notificationId);
    portions.at(-1)?.push(job);
  }
  return portions;
}

/** The claimed jobs of an environment in portions. */
export async function inPortions(
  { database }: Engine,
  environmentId: string,
  jobs: readonly ClaimedJob[],
): Promise<ClaimedJob[][]> {
  if (jobs.length === 0) return [];
  const notificationIds = jobs.map(({ notificationId }) => notificationId);
  return portionsOf(jobs, await measureRuns(database, environmentId, notificationIds));
}
