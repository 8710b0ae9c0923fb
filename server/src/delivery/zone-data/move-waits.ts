import type { Database } from "../../database/database.ts";
import { logFailure } from "../../database/outage.ts";
import { listEnvironments, readTime } from "../../environments/environment-store.ts";
import type { Time } from "../../foundation/clock.ts";
import type { Log } from "../../foundation/log.ts";
import { insertDetails } from "../../notifications/execution-detail-store.ts";
import { newDetail } from "../../notifications/new-detail.ts";
import { movedWait } from "./moved-wait.ts";
import {
  findZonedWaits,
  forgetZoneVersion,
  type Move,
  moveWaits,
  readZoneVersion,
  type StoredWait,
  saveZoneVersion,
  type WaitPlace,
} from "./zone-data-store.ts";

export type MovingParts = { database: Database; version: string; log: Log; time: Time };

/** Moves waits until it is done or closed. May run in any number of processes. */
export type Moving = { close(): Promise<void> };

const AGAIN_AFTER_MS = 60_000;
/** Pause between two pages, so that other transactions can use the table. */
const PAUSE_MS = 20;
/** What is due in this time is moved before the worker starts, the rest beside it: a million waits take half a minute. */
const SOON_MS = 60_000;

/**
 * Moves every wait that was computed by the rules of other zone data (a timed digest or delay, or until a schedule opens) to
 * its moment by the rules in use, with a detail. Once for each version; resolves when the waits that are due soon are moved.
 */
export async function startMovingWaits(parts: MovingParts): Promise<Moving> {
  const closing = new AbortController();
  const { signal } = closing;
  const before = await readZoneVersion(parts.database);
  if (before === parts.version) return { close: async () => {} };
  // Before the first wait by the new rules: this process may end before the last one is moved.
  await forgetZoneVersion(parts.database);
  const work: MovingWork = { ...parts, before, signal, moved: { count: 0 } };
  await attempt(work, () => moveAll(work, SOON_MS));
  const ended = moveTheRest(work);
  return {
    close: () => {
      closing.abort();
      return ended;
    },
  };
}

type MovingWork = MovingParts & { before: string | undefined; signal: AbortSignal; moved: { count: number } };

async function moveTheRest(work: MovingWork): Promise<void> {
  const { database, version, before, log, time, signal, moved } = work;
  while (!signal.aborted) {
    const isDone = await attempt(work, async () => {
      await moveAll(work, Number.POSITIVE_INFINITY);
      if (signal.aborted) return;
      await saveZoneVersion(database, version);
      const facts = { before, version, count: moved.count };
      if (moved.count > 0) log.info(facts, "moved the waits whose moments the new time zone data change");
    });
    if (isDone) return;
    await time.sleep(AGAIN_AFTER_MS, signal);
  }
}

/** Whether the work succeeded; a failure is logged. */
async function attempt({ log }: MovingWork, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    logFailure(
      log,
      error,
      "could not move all waits to the moments of the new time zone data, retrying in a minute",
    );
    return false;
  }
}

/** Moves the waits of all environments that are due within this time. */
async function moveAll(work: MovingWork, withinMs: number): Promise<void> {
  for (const { id } of await listEnvironments(work.database)) await moveEnvironment(work, id, withinMs);
}

async function moveEnvironment(work: MovingWork, environmentId: string, withinMs: number): Promise<void> {
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

async function movePage(work: MovingWork, environmentId: string, { waits, now }: Page): Promise<number> {
  const { database, version, before } = work;
  const moves = new Map<string, Move & { zone: string; from: Date }>();
  for (const wait of waits) {
    const moved = movedWait(wait, now);
    if (!moved) continue;
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
      const rules = {
        zone: zone ?? "UTC",
        version,
        ...(before === undefined ? {} : { versionBefore: before }),
      };
      const raw = { fromDate: from.toISOString(), untilDate: to.toISOString(), ...rules };
      return [newDetail(place, { code: "moved_by_time_zone", raw, now })];
    });
    await insertDetails(tx, environmentId, details, now);
    return places.length;
  });
}

const nameOf = ({ notificationId, position }: { notificationId: string; position: number }) =>
  `${notificationId}|${position}`;
