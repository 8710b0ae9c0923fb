import type { Queryable } from "../../database/database.ts";
import { groupBy } from "../../foundation/group-by.ts";
import type { Message } from "../../messages/message.ts";
import type { ExecutionDetail } from "../../notifications/execution-detail.ts";
import { advance } from "../advance.ts";
import type { Engine } from "../engine.ts";
import { passGates } from "../gates/pass-gates.ts";
import type { BatchLimits } from "../runs/batch-limits.ts";
import { currentJob, noChanges, type Run, type Surroundings } from "../runs/run.ts";
import { noteAnswers } from "../send/apply-outcomes.ts";
import { extension } from "../steps/schedule.ts";
import { FORESEEN_BOOK } from "./read-only-gates.ts";

/** A run lived through in thought: where it stands, when that is, and what it has come to so far. */
export type Foresight = {
  run: Run;
  bornAt: Date;
  now: Date;
  details: (ExecutionDetail & { at: Date })[];
  messages: Message[];
  /** By job. */
  endedAt: Map<string, Date>;
  /** False where the time or the size of the explanation was used up before the run's end. */
  isComplete: boolean;
};

export type Foreseeing = Pick<Engine, "templates" | "log"> & { database: Queryable };

/** Each round takes a run to its next wait; no workflow has so many. */
const MOST_ROUNDS = 1_000;

/**
 * Takes new runs through all their steps by the engine's own code, and writes nothing: waits are over at once, gates
 * only look at what is stored, and every provider takes what it is given.
 */
export async function foreseeRuns(
  foreseeing: Foreseeing,
  runs: readonly Run[],
  surroundings: Surroundings,
  limits: BatchLimits,
): Promise<Foresight[]> {
  const start = { bornAt: surroundings.now, now: surroundings.now };
  const all = runs.map(
    (run): Foresight => ({ run, ...start, details: [], messages: [], endedAt: new Map(), isComplete: true }),
  );
  let moving = all;
  for (let round = 0; round < MOST_ROUNDS && moving.length > 0; round += 1) {
    for (const [ms, group] of groupBy(moving, ({ now }) => now.getTime())) {
      const then = { ...surroundings, now: new Date(ms), isFrozen: true };
      await goOn(foreseeing, group, then, limits);
    }
    moving = moving.filter(({ run, isComplete }) => isComplete && currentJob(run) !== undefined);
  }
  return all;
}

/** One round of runs that stand at the same moment: as `goOn` of `process.ts`, with foresight in place of commits. */
async function goOn(
  { database: tx, templates, log }: Foreseeing,
  group: readonly Foresight[],
  surroundings: Surroundings,
  limits: BatchLimits,
): Promise<void> {
  const { environmentId } = limits;
  for (const foresight of group) closeDigest(foresight, surroundings);
  const runs = group.map(({ run }) => run);
  const left = await advance({ templates, log }, runs, surroundings, limits);
  for (const foresight of group) foresight.isComplete = !left.has(foresight.run);
  const { now } = surroundings;
  const passage = await passGates({ tx, environmentId, now, book: FORESEEN_BOOK }, runs);
  const gateDetailsOf = groupBy(passage.details, ({ notificationId }) => notificationId);
  for (const foresight of group) {
    const { run } = foresight;
    run.changes.details.push(...(gateDetailsOf.get(run.notification.id) ?? []));
    remember(foresight);
    if (run.unanswered.length > 0) acceptAll(foresight, surroundings);
    const waiting = currentJob(run);
    if (waiting?.due.kind === "at" && waiting.due.at > now) foresight.now = waiting.due.at;
  }
}

/** A window that this run opened closes with what is known now: its own event. */
function closeDigest({ run, bornAt }: Foresight, surroundings: Surroundings): void {
  const job = currentJob(run);
  if (job?.type !== "digest" || job.status !== "delayed") return;
  if (extension(run, job, surroundings)?.kind === "extend") return;
  const event = { id: run.notification.id, time: bornAt.toISOString(), payload: run.payload };
  run.digestEvents.set(job.stepId, [event]);
  run.digestCounts.set(job.stepId, 1);
}

function acceptAll(foresight: Foresight, surroundings: Surroundings): void {
  const { run } = foresight;
  const answers = run.unanswered.map((message) => ({ message, outcome: { kind: "accepted" } as const }));
  run.unanswered = [];
  noteAnswers(run, answers, surroundings);
  remember(foresight);
}

function remember({ run, now, details, messages, endedAt }: Foresight): void {
  details.push(...run.changes.details.map((detail) => ({ ...detail, at: now })));
  messages.push(...run.changes.newMessages);
  for (const job of run.changes.jobs) endedAt.set(job.id, now);
  run.changes = noChanges();
  run.isNew = false;
}
