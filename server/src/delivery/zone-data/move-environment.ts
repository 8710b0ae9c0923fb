import { zoneOrDefault } from "../../calendar/zoned-time.ts";
import type { Database } from "../../database/database.ts";
import { readTime } from "../../environments/environment-store.ts";
import type { Time } from "../../foundation/clock.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { DetailCode } from "../../notifications/execution-detail.ts";
import { insertDetails } from "../../notifications/execution-detail-store.ts";
import { newDetail } from "../../notifications/new-detail.ts";
import { type MovedWait, movedWait } from "./moved-wait.ts";
import { findZonedWaits, type Move, moveWaits, type StoredWait, type WaitPlace } from "./zone-data-store.ts";

/** Pause between two pages, so that other transactions can use the table. */
const PAUSE_MS = 20;

export type MovingEnvironment = {
  database: Database;
  time: Time;
  signal: AbortSignal;
  /** Why waits are moved, for the detail of each; its other facts are both moments and the zone. */
  reason: { code: DetailCode; raw?: JsonObject };
  /** True: only waits by the default zone; those of subscribers with a known zone stay. */
  isDefaultOnly: boolean;
  /** How many were moved. */
  moved: { count: number };
};

/**
 * Moves the waits of an environment that are due within this time to their moments by the zone data in use and its default
 * zone, page by page.
 */
export async function moveEnvironment(
  work: MovingEnvironment,
  environmentId: string,
  withinMs: number,
): Promise<void> {
  const { database, signal, time, moved } = work;
  const { now } = await readTime(database, environmentId);
  let after: WaitPlace | undefined;
  while (!signal.aborted) {
    const { waits, next } = await findZonedWaits(database, environmentId, after);
    moved.count += await movePage(work, environmentId, { waits, now });
    if (!next || next.dueAt.getTime() > now.getTime() + withinMs) break;
    after = next;
    await time.sleep(PAUSE_MS, signal);
  }
}

type Page = { waits: readonly StoredWait[]; now: Date };

async function movePage(
  { database, reason, isDefaultOnly }: MovingEnvironment,
  environmentId: string,
  { waits, now }: Page,
): Promise<number> {
  const moves = new Map<string, Move & { zone: string; from: Date }>();
  for (const wait of waits) {
    const moved = movedWait(wait, now);
    if (!moved || (isDefaultOnly && !isByDefault(moved, wait))) continue;
    const { dueAt: to, digest, zone } = moved;
    const { notificationId, position, jobId, due, dueAt: from } = wait;
    moves.set(nameOf(wait), { notificationId, position, jobId, due, to, digest, zone, from });
  }
  if (moves.size === 0) return 0;
  return database.transaction(async (tx) => {
    const places = await moveWaits(tx, environmentId, [...moves.values()]);
    const details = places.flatMap((place) => {
      const { zone, from, to } = moves.get(nameOf(place)) ?? {};
      if (!from || !to) return [];
      const moments = { fromDate: from.toISOString(), untilDate: to.toISOString(), zone: zone ?? "UTC" };
      return [newDetail(place, { code: reason.code, raw: { ...moments, ...reason.raw }, now })];
    });
    await insertDetails(tx, environmentId, details, now);
    return places.length;
  });
}

const isByDefault = ({ zone }: MovedWait, { defaultZone }: StoredWait): boolean =>
  zone === zoneOrDefault(null, defaultZone);

const nameOf = ({ notificationId, position }: { notificationId: string; position: number }) =>
  `${notificationId}|${position}`;
