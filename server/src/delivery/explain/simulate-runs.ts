import type { Queryable } from "../../database/database.ts";
import { groupBy } from "../../foundation/group-by.ts";
import type { Message } from "../../messages/message.ts";
import type { ExecutionDetail } from "../../notifications/execution-detail.ts";
import { advance } from "../advance.ts";
import type { Engine } from "../engine.ts";
import { passGates } from "../gates/pass-gates.ts";
import type { BatchLimits } from "../runs/batch-limits.ts";
import { currentJob, type DecisionContext, noChanges, type Run } from "../runs/run.ts";
import { noteAnswers } from "../send/apply-outcomes.ts";
import { extension } from "../steps/schedule.ts";
import { READ_ONLY_GATES } from "./read-only-gates.ts";

/** A simulated run: its state, its time, and its results so far. */
export type Simulation = {
  run: Run;
  createdAt: Date;
  now: Date;
  details: (ExecutionDetail & { at: Date })[];
  messages: Message[];
  /** By job. */
  endedAt: Map<string, Date>;
  /** False where the limits of the explanation were reached before the run's end. */
  isComplete: boolean;
};

export type SimulationInput = Pick<Engine, "templates" | "log"> & { database: Queryable };

/** Each round takes a run to its next wait; no workflow has this many. */
const MAX_ROUNDS = 1_000;

/**
 * Takes new runs through all their steps by the engine's own code, without writing: waits end at once, gates only
 * read, and every provider accepts.
 */
export async function simulateRuns(
  simulating: SimulationInput,
  runs: readonly Run[],
  context: DecisionContext,
  limits: BatchLimits,
): Promise<Simulation[]> {
  const start = { createdAt: context.now, now: context.now };
  const all = runs.map(
    (run): Simulation => ({ run, ...start, details: [], messages: [], endedAt: new Map(), isComplete: true }),
  );
  let moving = all;
  for (let round = 0; round < MAX_ROUNDS && moving.length > 0; round += 1) {
    for (const [ms, group] of groupBy(moving, ({ now }) => now.getTime())) {
      const then = { ...context, now: new Date(ms), isFrozen: true };
      await simulateRound(simulating, group, then, limits);
    }
    moving = moving.filter(({ run, isComplete }) => isComplete && currentJob(run) !== undefined);
  }
  return all;
}

/** One round of runs that have the same time: like `advanceAndSettle`, without commits. */
async function simulateRound(
  { database: tx, templates, log }: SimulationInput,
  group: readonly Simulation[],
  context: DecisionContext,
  limits: BatchLimits,
): Promise<void> {
  const { environmentId } = limits;
  for (const simulation of group) closeDigest(simulation, context);
  const runs = group.map(({ run }) => run);
  const left = await advance({ templates, log }, runs, context, limits);
  for (const simulation of group) simulation.isComplete = !left.has(simulation.run);
  const { now } = context;
  const passage = await passGates({ tx, environmentId, now, book: READ_ONLY_GATES }, runs);
  const gateDetailsOf = groupBy(passage.details, ({ notificationId }) => notificationId);
  for (const simulation of group) {
    const { run } = simulation;
    run.changes.details.push(...(gateDetailsOf.get(run.notification.id) ?? []));
    remember(simulation);
    if (run.unanswered.length > 0) acceptAll(simulation, context);
    const waiting = currentJob(run);
    if (waiting?.due.kind === "at" && waiting.due.at > now) simulation.now = waiting.due.at;
  }
}

/** A window that this run opened closes with the run's own event. */
function closeDigest({ run, createdAt }: Simulation, context: DecisionContext): void {
  const job = currentJob(run);
  if (job?.type !== "digest" || job.status !== "delayed") return;
  if (extension(run, job, context)?.kind === "extend") return;
  const event = { id: run.notification.id, time: createdAt.toISOString(), payload: run.payload };
  run.digestEvents.set(job.stepId, [event]);
  run.digestCounts.set(job.stepId, 1);
}

function acceptAll(simulation: Simulation, context: DecisionContext): void {
  const { run } = simulation;
  const answers = run.unanswered.map((message) => ({ message, outcome: { kind: "accepted" } as const }));
  run.unanswered = [];
  noteAnswers(run, answers, context);
  remember(simulation);
}

function remember({ run, now, details, messages, endedAt }: Simulation): void {
  details.push(...run.changes.details.map((detail) => ({ ...detail, at: now })));
  messages.push(...run.changes.newMessages);
  for (const job of run.changes.jobs) endedAt.set(job.id, now);
  run.changes = noChanges();
  run.isNew = false;
}
