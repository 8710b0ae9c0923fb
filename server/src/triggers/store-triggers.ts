import { upsertContexts } from "../contexts/contexts.ts";
import type { Transactional } from "../database/database.ts";
import { classifyDatabaseError } from "../database/database-error.ts";
import { executeAsOne } from "../database/one-statement.ts";
import { failpoint } from "../foundation/failpoint.ts";
import {
  type FirstRuns,
  type Handover,
  type HeldTrigger,
  type PrepareRuns,
  RunsNotStored,
} from "./handover.ts";
import type { Accepted, Verdict } from "./judge-request.ts";
import type { NewTrigger, TriggerRequest } from "./trigger.ts";
import { expandedInsert, findFingerprints, insertTriggers, type StoredAt } from "./trigger-store.ts";

export type Store = {
  database: Transactional;
  /** The worker of this process, if it has one. */
  handover?: Handover | undefined;
};

/** What the worker of this process has once the triggers are durable: triggers that it holds, or their runs. */
export type Passed = { held: HeldTrigger[]; runs?: FirstRuns | undefined };

/** A request that needs no further check. */
export type Judged = Exclude<Verdict, { isUnchecked: true }>;

/** The triggers of requests that were accepted, and what prepares their first runs. */
export type Storing = {
  requests: readonly TriggerRequest[];
  judged: readonly Judged[];
  bytes: number;
  prepare: PrepareRuns | undefined;
};

type Stored = { answers: Accepted[] } & Passed;

/** A transactionId that was used before is accepted with the same content and refused with other content. */
export async function storeAll(
  { database, handover }: Store,
  environmentId: string,
  { requests, judged, bytes, prepare }: Storing,
): Promise<Stored> {
  const triggers = judged.flatMap(({ trigger }) => trigger ?? []);
  if (triggers.length === 0) return { answers: judged.map(({ accepted }) => accepted), held: [] };
  await upsertContexts(database, environmentId, requests);
  failpoint("A2");
  const size = { count: triggers.length, bytes };
  // After an error in its runs, a trigger is stored without them, so that a worker reports the error with its details.
  const runs = await prepare?.(triggers).catch(() => undefined);
  if (runs) {
    await storeWithRuns(database, environmentId, { triggers, runs });
    failpoint("A4");
    return { answers: judged.map(({ accepted }) => accepted), held: [], runs };
  }
  const holder = handover?.hasRoom(environmentId, size) ? handover : undefined;
  const stored = await insertTriggers(database, environmentId, { triggers, holder });
  failpoint("A4");
  const held = holder ? triggers.flatMap((trigger) => heldOf(environmentId, trigger, stored)) : [];
  const repeated = triggers.filter(({ id }) => !stored.has(id)).map(({ transactionId }) => transactionId);
  if (repeated.length === 0) return { answers: judged.map(({ accepted }) => accepted), held };
  const known = await findFingerprints(database, environmentId, repeated);
  const answers = judged.map(({ accepted, trigger }): Accepted => {
    if (!trigger || stored.has(trigger.id)) return accepted;
    return isSame(trigger, known)
      ? { kind: "accepted", transactionId: trigger.transactionId, isRepeated: true }
      : { kind: "transaction_reused", transactionId: trigger.transactionId };
  });
  return { answers, held };
}

/** @throws RunsNotStored when a trigger is not new, a subscriber is gone, or the database refuses a row. */
async function storeWithRuns(
  database: Transactional,
  environmentId: string,
  { triggers, runs }: { triggers: readonly NewTrigger[]; runs: FirstRuns },
): Promise<void> {
  const inserting = {
    statement: expandedInsert(environmentId, triggers, runs.now),
    rows: triggers.length,
  };
  const isStored = await executeAsOne(database, [inserting, ...runs.parts]).catch((error) => {
    if (classifyDatabaseError(error) === "unavailable") throw error;
    throw new RunsNotStored("the first runs were refused", { cause: error });
  });
  if (!isStored) throw new RunsNotStored();
}

function heldOf(
  environmentId: string,
  { fingerprint: _, ...trigger }: NewTrigger,
  stored: ReadonlyMap<string, StoredAt>,
): HeldTrigger[] {
  const at = stored.get(trigger.id);
  if (!at) return [];
  return [{ ...trigger, ...at, environmentId, fanoutCursor: null, lease: 1, unfinishedClaims: 1 }];
}

function isSame({ transactionId, fingerprint }: NewTrigger, known: ReadonlyMap<string, Buffer>): boolean {
  return known.get(transactionId)?.equals(fingerprint) === true;
}
