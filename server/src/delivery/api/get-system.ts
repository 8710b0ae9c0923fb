import { getSystem as operation, SYSTEM_COUNT_MAX, type System } from "@tidings/contract";
import { RETENTION_KINDS, type Retention } from "../../foundation/keeping-settings.ts";
import { omitEmpty } from "../../foundation/omit-empty.ts";
import { VERSION } from "../../foundation/version.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import type { Installation } from "../system/installation.ts";
import { type EnvironmentWork, readEnvironmentWork } from "../system/system-store.ts";

export const getSystem = ({ readInstallation, retention }: Api) =>
  endpoint(operation, async ({ database, environment }) => {
    const [installation, work] = await Promise.all([
      readInstallation(),
      readEnvironmentWork(database, environment.id),
    ]);
    return toSystem(installation, work, retention);
  });

function toSystem(installation: Installation, work: EnvironmentWork, retention: Retention): System {
  const { store, workers, timeZones } = installation;
  const { isEmbedded, version, bytes } = store;
  return {
    version: VERSION,
    store: { kind: isEmbedded ? "embedded" : "postgres", version, bytes },
    workers: { count: workers.count, ...omitEmpty({ lastSeenAt: workers.seenAt?.toISOString() }) },
    queue: {
      ready: capped(work.ready),
      readyCapped: isCapped(work.ready),
      oldestAgeSeconds: Math.max(0, work.oldestAgeSeconds ?? 0),
    },
    waiting: {
      count: capped(work.waiting),
      countCapped: isCapped(work.waiting),
      ...omitEmpty({ nextDueAt: work.nextDueAt?.toISOString() }),
    },
    deadLetters: { count: capped(work.deadLetters), countCapped: isCapped(work.deadLetters) },
    openBreakers: work.openBreakers,
    timeZones: { ...timeZones.used, ...omitEmpty({ newer: timeZones.newer }) },
    retention: effectiveRetention({ ...retention, ...work.retention }),
  };
}

const capped = (count: number) => Math.min(count, SYSTEM_COUNT_MAX);
const isCapped = (count: number) => count > SYSTEM_COUNT_MAX;

/** Nothing is kept longer than its notification; see `keptSince`. */
function effectiveRetention(chosen: Retention): System["retention"] {
  const days = RETENTION_KINDS.flatMap((kind): [string, number][] => {
    const limits = [chosen[kind], chosen.notifications].filter((limit) => limit !== undefined && limit > 0);
    return limits.length > 0 ? [[kind, Math.min(...(limits as number[]))]] : [];
  });
  return Object.fromEntries(days);
}
