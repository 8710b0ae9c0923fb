import type { Queryable } from "../../database/database.ts";
import { groupBy } from "../../foundation/group-by.ts";
import type { Message } from "../../messages/message.ts";
import type { RunDetail } from "../../notifications/execution-detail.ts";
import { advance } from "../advance.ts";
import type { Engine } from "../engine.ts";
import { passGates } from "../gates/pass-gates.ts";
import { type AdvancedRun, unchanged } from "../runs/advanced-run.ts";
import type { BatchLimits } from "../runs/batch-limits.ts";
import {
  type AwaitingRun,
  currentJob,
  type DecisionContext,
  isAwaiting,
  type NewRun,
  type RunJob,
  type SettledRun,
} from "../runs/run.ts";
import { applyOutcomes } from "../send/apply-outcomes.ts";
import { extension } from "../steps/schedule.ts";
import { READ_ONLY_GATES } from "./read-only-gates.ts";

/** A simulated run: its state, its time, and its results so far. */
export type Simulation = {
  readonly run: NewRun | SettledRun;
  readonly createdAt: Date;
  readonly now: Date;
  readonly details: readonly (RunDetail & { at: Date })[];
  readonly messages: readonly Message[];
  /** By job. */
  readonly endedAt: ReadonlyMap<string, Date>;
  /** False where the limits of the explanation were reached before the run's end. */
  readonly isComplete: boolean;
};

export type SimulationInput = Pick<Engine, "templates" | "log" | "prepareMail"> & { database: Queryable };

/** Each round takes a run to its next wait; no workflow has this many. */
const MAX_ROUNDS = 1_000;

/**
 * Takes new runs through all their steps by the engine's own code, without writing: waits end at once, gates only
 * read, and every provider accepts.
 * @throws MachineFailure where texts were not rendered, or mails not prepared, because of the machine.
 */
export async function simulateRuns(
  simulating: SimulationInput,
  runs: readonly NewRun[],
  context: DecisionContext,
  limits: BatchLimits,
): Promise<Simulation[]> {
  const start = { createdAt: context.now, now: context.now, details: [], messages: [], endedAt: new Map() };
  const simulations = runs.map((run): Simulation => ({ run, ...start, isComplete: true }));
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const moving = [...simulations.entries()].filter(([, one]) => one.isComplete && currentJob(one.run));
    if (moving.length === 0) break;
    for (const [ms, group] of groupBy(moving, ([, { now }]) => now.getTime())) {
      const then = { ...context, now: new Date(ms), isFrozen: true };
      const next = await simulateRound(
        simulating,
        group.map(([, one]) => one),
        then,
        limits,
      );
      for (const [place, [index]] of group.entries()) simulations[index] = next[place] as Simulation;
    }
  }
  return simulations;
}

/** One round of runs that have the same time: like `settleAndAdvance`, without commits. */
async function simulateRound(
  { database: tx, templates, log, prepareMail }: SimulationInput,
  group: readonly Simulation[],
  context: DecisionContext,
  limits: BatchLimits,
): Promise<Simulation[]> {
  const { environmentId } = limits;
  const { now } = context;
  const starting = group.map((simulation) => unchanged(withClosedDigest(simulation, context)));
  const advanced = await advance({ templates, log, prepareMail }, starting, context, limits);
  const failed = advanced.find(({ failure }) => failure);
  if (failed) throw failed.failure;
  const { runs } = await passGates({ tx, environmentId, now, gateStore: READ_ONLY_GATES }, advanced);
  return group.map((simulation, index) => {
    const settled = afterSettling(simulation, runs[index] as AdvancedRun);
    const { run } = settled;
    const answered = isAwaiting(run) ? afterSettling(settled, accepted(run, context)) : settled;
    const waiting = currentJob(answered.run);
    const dueMs = waiting?.due.kind === "at" ? waiting.due.at.getTime() : 0;
    const then = new Date(Math.max(dueMs, now.getTime()));
    return { ...answered, now: then, isComplete: !advanced[index]?.isLeft };
  });
}

/** A window that this run opened closes with the run's own event. */
function withClosedDigest({ run, createdAt }: Simulation, context: DecisionContext): Simulation["run"] {
  const job = currentJob(run);
  if (job?.type !== "digest" || job.status !== "delayed") return run;
  if (extension(run, job, context)?.kind === "extend") return run;
  const event = { id: run.notification.id, time: createdAt.toISOString(), payload: run.payload };
  return {
    ...run,
    digestEvents: new Map([...run.digestEvents, [job.stepId, [event]]]),
    digestCounts: new Map([...run.digestCounts, [job.stepId, 1]]),
  };
}

function accepted(run: AwaitingRun, context: DecisionContext): AdvancedRun {
  const attempts = run.sending.unanswered.map((message) => ({
    message,
    outcome: { kind: "accepted" } as const,
  }));
  return applyOutcomes(run, attempts, context);
}

/** The simulation with the results that settling would store. */
function afterSettling(simulation: Simulation, { run, changes }: AdvancedRun): Simulation {
  const { now, details, messages, endedAt } = simulation;
  const ended = [...changes.jobs].map((position) => [(run.jobs[position] as RunJob).id, now] as const);
  return {
    ...simulation,
    run: { ...run, isNew: false },
    details: [...details, ...changes.details.map((detail) => ({ ...detail, at: now }))],
    messages: [...messages, ...changes.newMessages],
    endedAt: new Map([...endedAt, ...ended]),
  };
}
