import type { Database } from "../../database/database.ts";
import { logFailure } from "../../database/outage.ts";
import { listEnvironments } from "../../environments/environment-store.ts";
import type { Time } from "../../foundation/clock.ts";
import type { Log } from "../../foundation/log.ts";
import { omitEmpty } from "../../foundation/omit-empty.ts";
import { type MovingEnvironment, moveEnvironment } from "./move-environment.ts";
import { forgetZoneVersion, readZoneVersion, saveZoneVersion } from "./zone-data-store.ts";

export type MovingParts = { database: Database; version: string; log: Log; time: Time };

/** Moves waits until it is done or closed. May run in any number of processes. */
export type Moving = { close(): Promise<void> };

const AGAIN_AFTER_MS = 60_000;
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
  const raw = { version: parts.version, ...omitEmpty({ versionBefore: before }) };
  const reason = { code: "moved_by_time_zone", raw } as const;
  const work: MovingWork = { ...parts, before, signal, reason, isDefaultOnly: false, moved: { count: 0 } };
  await attempt(work, () => moveAll(work, SOON_MS));
  const ended = moveTheRest(work);
  return {
    close: () => {
      closing.abort();
      return ended;
    },
  };
}

type MovingWork = MovingParts & MovingEnvironment & { before: string | undefined };

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
