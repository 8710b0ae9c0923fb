import { type PurgeParts, startPurge } from "./database/purge.ts";
import type { ErasingParts } from "./delivery/erasure/erase-step.ts";
import { startErasures } from "./delivery/erasure/erasures.ts";
import { retentionRules } from "./delivery/retention/retention-rules.ts";
import { startDefaultZoneMoves } from "./delivery/zone-data/default-zone-moves.ts";
import type { Settings } from "./foundation/settings.ts";
import { startSums } from "./statistics/start-sums.ts";

type Parts = Omit<PurgeParts, "retentionRules"> &
  Pick<ErasingParts, "outbox"> & { settings: Settings; outboxDirectory: string };

/** Deletes old rows, sums statistics, erases deleted subscribers and moves waits to changed zones, in processes that deliver. */
export function startUpkeep({ settings, outbox, outboxDirectory, ...parts }: Parts) {
  if (settings.role === "api") return undefined;
  const old = retentionRules({ settings, outboxDirectory, clock: parts.time });
  const all = [
    startPurge({ ...parts, retentionRules: old }),
    startSums(parts),
    startErasures({ ...parts, outbox }),
    startDefaultZoneMoves(parts),
  ];
  return { close: () => Promise.all(all.map((one) => one.close())) };
}
