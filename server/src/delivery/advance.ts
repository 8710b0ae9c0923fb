import type { RenderTask } from "../templates/templates.ts";
import { CHANNEL_RULES } from "./channels/channels.ts";
import { composeMessages, type RenderedStep } from "./compose.ts";
import type { Engine } from "./engine.ts";
import { fail, moveTo, note } from "./moves.ts";
import {
  currentJob,
  type Decision,
  type Delivery,
  type Run,
  type RunJob,
  type Surroundings,
  stepOf,
} from "./run.ts";
import { scopeOf } from "./scope.ts";
import { decide } from "./steps/decide.ts";

type Turn = { run: Run; job: RunJob };
type DeliveryTurn = Turn & { delivery: Delivery };

/**
 * Takes every run as far as it can go without waiting: to a provider's answer, a delay, a digest or its end. Each
 * round takes one step of every moving run, so that all their texts are rendered together.
 */
export async function advance(
  engine: Engine,
  runs: readonly Run[],
  surroundings: Surroundings,
): Promise<void> {
  let turns = runs.flatMap(turnOf);
  while (turns.length > 0) {
    const deliveries = turns.flatMap((turn) => takeTurn(turn, surroundings));
    await deliver(engine, deliveries, surroundings);
    turns = turns
      .filter(({ run, job }) => isOver(job) && !run.changes.join)
      .flatMap(({ run }) => turnOf(run));
  }
}

function turnOf(run: Run): Turn[] {
  const job = currentJob(run);
  return job ? [{ run, job }] : [];
}

function isOver(job: RunJob): boolean {
  return ["completed", "failed", "skipped", "canceled"].includes(job.status);
}

/** Decides about the current job and carries the decision out; what must be rendered first is handed back. */
function takeTurn({ run, job }: Turn, surroundings: Surroundings): DeliveryTurn[] {
  if (job.status === "running" && run.unanswered.length > 0 && !job.claimsSpent) return keepSending(run, job);
  if (job.status === "pending") {
    moveTo(job, "queued");
    note(run, job, surroundings, [{ code: "step_queued" }]);
  }
  const decision = decide(run, job, surroundings);
  if (decision.kind === "deliver") return [{ run, job, delivery: decision }];
  carryOut(run, job, decision, surroundings);
  return [];
}

/** A worker died between storing messages and storing the answer: they go out again, as they were. */
function keepSending(run: Run, job: RunJob): [] {
  job.due = { kind: "leased" };
  run.changes.jobs.add(job);
  return [];
}

type Settled = Exclude<Decision, Delivery>;

function carryOut(run: Run, job: RunJob, decision: Settled, surroundings: Surroundings): void {
  run.changes.jobs.add(job);
  note(run, job, surroundings, decision.details);
  if (decision.kind === "complete") return complete(job, decision);
  if (decision.kind === "fail") return fail(run, job, decision.endsRun);
  job.digest = decision.settings;
  if (decision.kind === "digest") {
    run.changes.join = { job, digestKey: decision.digestKey, closesAt: decision.closesAt };
    return;
  }
  moveTo(job, "delayed", { kind: "at", at: decision.until });
}

function complete(job: RunJob, { output }: Extract<Decision, { kind: "complete" }>): void {
  moveTo(job, "completed");
  job.output = output ?? job.output;
}

/** Renders the texts of all deliveries of a round at once and makes their messages. */
async function deliver(engine: Engine, turns: DeliveryTurn[], surroundings: Surroundings): Promise<void> {
  const tasks: RenderTask[] = [];
  const steps = turns.map((turn): RenderedStep & { first: number; count: number } => {
    const parts = CHANNEL_RULES[turn.delivery.channel].templates(stepOf(turn.run, turn.job).controlValues);
    const scope = scopeOf(turn.run);
    const first = tasks.push(...parts.map((part) => ({ ...part, scope }))) - parts.length;
    return { ...turn, first, count: parts.length, rendered: [] };
  });
  const rendered = await engine.templates.render(tasks);
  for (const step of steps) {
    step.rendered = rendered.slice(step.first, step.first + step.count);
    composeMessages(step, surroundings);
  }
}
