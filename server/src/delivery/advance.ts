import { LoopTurn } from "../foundation/loop-turn.ts";
import type { MachineFailure } from "../sandbox/machine-failure.ts";
import {
  areRendered,
  machineFailureIn,
  type RenderLimits,
  type RenderTask,
  type Templates,
} from "../templates/templates.ts";
import { type Preparing, prepareMails } from "./channels/prepare-mails.ts";
import type { Engine } from "./engine.ts";
import type { AdvancedRun } from "./runs/advanced-run.ts";
import { type BatchLimits, isOverdue } from "./runs/batch-limits.ts";
import { giveUp } from "./runs/job-transitions.ts";
import { currentJob, type DecisionContext, isOpen, type Run, type RunJob } from "./runs/run.ts";
import { scopeOf } from "./runs/template-scope.ts";
import { beginStep, type Rendering, type StepOutcome, takeStep } from "./steps/take-step.ts";

type Advancing = Preparing & Pick<Engine, "log"> & { templates: Pick<Templates, "render"> };
/**
 * `isLeft`: the run's next step has not begun, because the batch's time or size was used up, or because the machine failed
 * (`failure`): then it waits a while, and no attempt is counted.
 */
export type Advance = AdvancedRun & { isLeft: boolean; failure?: MachineFailure };

/** The next step of a run: the place of the run in the batch, and of its job in the run. */
type Turn = { index: number; position: number };
type RenderTurn = Turn & Rendering & { advanced: AdvancedRun };

/**
 * Advances every run as far as it can go without waiting: to a provider call, a delay, a digest or its end. Each
 * round takes one step of every moving run, so that all their texts are rendered together. @returns the runs in the same
 * order.
 */
export async function advance(
  engine: Advancing,
  runs: readonly AdvancedRun[],
  context: DecisionContext,
  limits: BatchLimits,
): Promise<Advance[]> {
  const batch = runs.map((run): Advance => ({ ...run, isLeft: false }));
  const loop = loopOf(engine, limits);
  const size = { leftChars: MAX_RENDERED_CHARS };
  let turns = batch.flatMap(({ run }, index) => turnOf(run, index, context.now));
  while (turns.length > 0) {
    const rendering: RenderTurn[] = [];
    for (const turn of turns) {
      if (isOverdue(limits)) batch[turn.index] = { ...(batch[turn.index] as Advance), isLeft: true };
      else rendering.push(...takeTurn(engine, { batch, turn, context }));
      if (loop.isOver) await loop.yield();
    }
    await render(engine, { batch, rendering, context }, { ...limits, size });
    turns = turns.flatMap(({ index, position }) => {
      const { run, changes, isLeft } = batch[index] as Advance;
      const hasEnded = !isOpen((run.jobs[position] as RunJob).status);
      return isLeft || !hasEnded || changes.gate ? [] : turnOf(run, index, context.now);
    });
  }
  return batch;
}

function loopOf({ chargeLoop }: Advancing, { environmentId }: BatchLimits): LoopTurn {
  return new LoopTurn((ms) => chargeLoop?.(environmentId, ms));
}

/**
 * Characters that the texts of a batch may have together before it is stored; a character takes two bytes in memory.
 */
const MAX_RENDERED_CHARS = 8_000_000;

/** A step that has just begun to wait has no turn before its time. */
function turnOf(run: Run, index: number, now: Date): Turn[] {
  const job = currentJob(run);
  const waits = job?.status === "delayed" && job.due.kind === "at" && job.due.at > now;
  return job && !waits ? [{ index, position: job.position }] : [];
}

type TakingTurn = { batch: Advance[]; turn: Turn; context: DecisionContext };

/** Decides about the run's current job. @returns the turn where texts must be rendered first. */
function takeTurn(engine: Advancing, { batch, turn, context }: TakingTurn): RenderTurn[] {
  const { index, position } = turn;
  const advanced = beginStep(batch[index] as Advance, position);
  const outcome = guarded(engine, { advanced, position }, () => takeStep(advanced, position, context));
  const isRendering = "finish" in outcome;
  batch[index] = { ...(isRendering ? advanced : outcome), isLeft: false };
  return isRendering ? [{ ...turn, ...outcome, advanced }] : [];
}

type Guarded = { advanced: AdvancedRun; position: number };

/** An unexpected error in one run ends that run with a detail; the others of the batch continue. */
function guarded<T extends StepOutcome>(
  engine: Advancing,
  { advanced, position }: Guarded,
  work: () => T,
): T | AdvancedRun {
  try {
    return work();
  } catch (error) {
    const { id: notificationId, transactionId } = advanced.run.notification;
    engine.log.error({ err: error, transactionId, notificationId }, "a run could not be decided about");
    return giveUp(advanced, position);
  }
}

type RenderRound = { batch: Advance[]; rendering: readonly RenderTurn[]; context: DecisionContext };

/** Renders the texts of all steps of a round at once. Runs whose texts were not rendered are left. */
async function render(
  engine: Advancing,
  { batch, rendering, context }: RenderRound,
  limits: BatchLimits & RenderLimits,
): Promise<void> {
  if (rendering.length === 0) return;
  const tasks = rendering.flatMap(({ advanced: { run }, parts }): RenderTask[] => {
    const scope = scopeOf(run, context);
    return parts.map((part) => ({ ...part, scope, budget: run.budget.texts }));
  });
  const rendered = await engine.templates.render(tasks, limits);
  const loop = loopOf(engine, limits);
  let first = 0;
  for (const { index, position, advanced, parts, finish } of rendering) {
    const texts = rendered.slice(first, first + parts.length);
    first += parts.length;
    if (areRendered(texts)) {
      batch[index] = { ...guarded(engine, { advanced, position }, () => finish(texts)), isLeft: false };
    } else {
      const failure = machineFailureIn(texts);
      batch[index] = { ...advanced, isLeft: true, ...(failure ? { failure } : {}) };
    }
    if (loop.isOver) await loop.yield();
  }
  await prepare(engine, { batch, rendering }, limits);
}

/** Prepares the mails of a round. A run whose mail is not prepared is left as it was before its step. */
async function prepare(
  engine: Advancing,
  { batch, rendering }: Pick<RenderRound, "batch" | "rendering">,
  limits: BatchLimits,
): Promise<void> {
  const composed = rendering.filter(({ index }) => !(batch[index] as Advance).isLeft);
  const runs = composed.map(({ index }) => batch[index] as Advance);
  const { ready, failure } = await prepareMails(engine, runs, limits);
  for (const [place, { index, advanced }] of composed.entries()) {
    const prepared = ready[place];
    batch[index] = prepared
      ? { ...prepared, isLeft: false }
      : { ...advanced, isLeft: true, ...(failure ? { failure } : {}) };
  }
}
