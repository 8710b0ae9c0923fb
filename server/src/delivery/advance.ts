import type { JsonObject } from "../foundation/json.ts";
import { LoopTurn } from "../foundation/loop-turn.ts";
import type { Rendered, RenderLimits, RenderTask } from "../templates/templates.ts";
import type { TemplatePart } from "./channels/channel-rules.ts";
import { CHANNEL_RULES } from "./channels/channels.ts";
import { composeMessages } from "./channels/compose-messages.ts";
import type { Engine } from "./engine.ts";
import { type BatchLimits, isOverdue } from "./runs/batch-limits.ts";
import type { Decision, Delivery, Note } from "./runs/decision.ts";
import { settleSending } from "./runs/finish-sending.ts";
import { fail, giveUp, note, transition } from "./runs/job-transitions.ts";
import { currentJob, type DecisionContext, isOpen, type Run, type RunJob, stepOf } from "./runs/run.ts";
import { scopeOf } from "./runs/template-scope.ts";
import { decide } from "./steps/decide.ts";

type Advancing = Pick<Engine, "templates" | "log" | "chargeLoop">;
type Turn = { run: Run; job: RunJob };
/** A step whose texts must be rendered, and the function that uses the result. */
type RenderTurn = Turn & { parts: TemplatePart[]; finish: (rendered: Rendered[]) => void };

/**
 * Advances every run as far as it can go without waiting: to a provider call, a delay, a digest or its end. Each
 * round takes one step of every moving run, so that all their texts are rendered together. @returns the runs whose
 * next step has not begun because the batch's time or size was used up.
 */
export async function advance(
  engine: Advancing,
  runs: readonly Run[],
  context: DecisionContext,
  limits: BatchLimits,
): Promise<Set<Run>> {
  const left = new Set<Run>();
  const loop = loopOf(engine, limits);
  const size = { leftChars: MAX_RENDERED_CHARS };
  let turns = runs.flatMap((run) => turnOf(run, context.now));
  while (turns.length > 0) {
    const rendering: RenderTurn[] = [];
    for (const turn of turns) {
      if (isOverdue(limits)) left.add(turn.run);
      else rendering.push(...(guarded(engine, turn, context, () => takeTurn(turn, context)) ?? []));
      await loop.yield();
    }
    for (const { run } of await render(engine, rendering, context, { ...limits, size })) left.add(run);
    turns = turns
      .filter(({ run, job }) => !left.has(run) && !isOpen(job.status) && !run.changes.gate)
      .flatMap(({ run }) => turnOf(run, context.now));
  }
  return left;
}

function loopOf({ chargeLoop }: Advancing, { environmentId }: BatchLimits): LoopTurn {
  return new LoopTurn((ms) => chargeLoop?.(environmentId, ms));
}

/**
 * Characters that the texts of a batch may have together before it is stored; a character takes two bytes in memory.
 */
const MAX_RENDERED_CHARS = 8_000_000;

/** A step that has just begun to wait has no turn before its time. */
function turnOf(run: Run, now: Date): Turn[] {
  const job = currentJob(run);
  const waits = job?.status === "delayed" && job.due.kind === "at" && job.due.at > now;
  return job && !waits ? [{ run, job }] : [];
}

/** An unexpected error in one run ends that run with a detail; the others of the batch continue. */
function guarded<T>(
  engine: Advancing,
  { run, job }: Turn,
  context: DecisionContext,
  work: () => T,
): T | undefined {
  try {
    return work();
  } catch (error) {
    const { id: notificationId, transactionId } = run.notification;
    engine.log.error({ err: error, transactionId, notificationId }, "a run could not be decided about");
    giveUp(run, job, context);
    return undefined;
  }
}

/** Decides about the current job and applies the decision; a step whose texts must be rendered first is returned. */
function takeTurn({ run, job }: Turn, context: DecisionContext): RenderTurn[] {
  if (job.status === "running" && job.spentCrashes === 0 && hasOpenMessages(run)) {
    settleSending(run, job, context);
    return [];
  }
  if (job.status === "pending") {
    transition(job, "queued");
    note(run, job, context, [{ code: "step_queued" }]);
  }
  const decision = decide(run, job, context);
  if (decision.kind === "deliver") return [deliveryTurn({ run, job }, decision, context)];
  if (decision.kind === "output") return [outputTurn({ run, job }, decision, context)];
  carryOut(run, job, decision, context);
  return [];
}

/**
 * Stored messages are sent again unchanged: after a failed attempt, or after a worker crashed before it stored the
 * outcome.
 */
function hasOpenMessages({ unanswered, postponed }: Run): boolean {
  return unanswered.length + postponed.length > 0;
}

function deliveryTurn({ run, job }: Turn, delivery: Delivery, context: DecisionContext): RenderTurn {
  const parts = CHANNEL_RULES[delivery.channel].templates(
    delivery.controls ?? stepOf(run, job).controlValues,
  );
  const finish = (rendered: Rendered[]) => composeMessages({ run, job, delivery, rendered }, context);
  return { run, job, parts, finish };
}

type Output = Extract<Decision, { kind: "output" }>;

function outputTurn({ run, job }: Turn, { value, details }: Output, context: DecisionContext): RenderTurn {
  const finish = ([rendered]: Rendered[]) => {
    if (rendered?.ok) {
      const output = rendered.value as JsonObject;
      return carryOut(run, job, { kind: "complete", output, details }, context);
    }
    const reason = rendered?.reason ?? "nothing was rendered";
    const notes: Note[] = [{ code: "content_failed", raw: { reason } }];
    carryOut(run, job, { kind: "fail", details: notes, endsRun: true }, context);
  };
  return { run, job, parts: [{ value, escape: "none" }], finish };
}

type Settled = Exclude<Decision, Delivery | Output>;

function carryOut(run: Run, job: RunJob, decision: Settled, context: DecisionContext): void {
  run.changes.jobs.add(job);
  note(run, job, context, decision.details);
  if (decision.kind === "complete") return complete(job, decision);
  if (decision.kind === "pass_over") return transition(job, decision.status);
  if (decision.kind === "extend") return extend(job, decision.until);
  if (decision.kind === "fail") return fail(run, job, decision.endsRun);
  job.digest = decision.settings;
  if (decision.kind === "gate") {
    run.changes.gate = { ...decision.gate, job };
    return;
  }
  transition(job, "delayed", { kind: "at", at: decision.until });
}

function extend(job: RunJob, until: Date): void {
  job.due = { kind: "at", at: until };
  job.scheduleExtensionsCount += 1;
}

function complete(job: RunJob, { output }: Extract<Decision, { kind: "complete" }>): void {
  transition(job, "completed");
  job.output = output ?? job.output;
}

/** Renders the texts of all steps of a round at once. @returns the turns that were not rendered in time. */
async function render(
  engine: Advancing,
  turns: readonly RenderTurn[],
  context: DecisionContext,
  limits: BatchLimits & RenderLimits,
): Promise<RenderTurn[]> {
  if (turns.length === 0) return [];
  const tasks = turns.flatMap(({ run, parts }): RenderTask[] => {
    const scope = scopeOf(run, context.now);
    return parts.map((part) => ({ ...part, scope, budget: run.budget.texts }));
  });
  const rendered = await engine.templates.render(tasks, limits);
  const loop = loopOf(engine, limits);
  const left: RenderTurn[] = [];
  let first = 0;
  for (const turn of turns) {
    const own = rendered.slice(first, first + turn.parts.length);
    first += turn.parts.length;
    if (own.some((one) => !one.ok && one.isDeferred)) left.push(turn);
    else guarded(engine, turn, context, () => turn.finish(own));
    await loop.yield();
  }
  return left;
}
