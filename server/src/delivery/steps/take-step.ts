import { CHANNELS, type Channel } from "@tidings/contract";
import type { JsonObject } from "../../foundation/json.ts";
import { perObject } from "../../foundation/per-object.ts";
import type { Rendered } from "../../templates/templates.ts";
import type { TemplatePart } from "../channels/channel-rules.ts";
import { CHANNEL_RULES } from "../channels/channels.ts";
import { composeMessages } from "../channels/compose-messages.ts";
import { type AdvancedRun, jobAt, note, withGate, withJob } from "../runs/advanced-run.ts";
import type { Decision, Delivery, Note } from "../runs/decision.ts";
import { settleSending } from "../runs/finish-sending.ts";
import { fail, transition } from "../runs/job-transitions.ts";
import { type DecisionContext, type Run, type RunJob, stepOf } from "../runs/run.ts";
import { decide } from "./decide.ts";

/** The run after its turn, or the texts that must be rendered first and the function that uses them. */
export type StepOutcome = AdvancedRun | Rendering;
export type Rendering = { parts: TemplatePart[]; finish: (rendered: Rendered[]) => AdvancedRun };
export function beginStep(advanced: AdvancedRun, position: number): AdvancedRun {
  if (jobAt(advanced, position).status !== "pending") return advanced;
  return note(transition(advanced, position, "queued"), position, [{ code: "step_queued" }]);
}

/** Decides about the current job and carries the decision out. */
export function takeStep(advanced: AdvancedRun, position: number, context: DecisionContext): StepOutcome {
  const job = jobAt(advanced, position);
  if (job.status === "running" && job.spentCrashes === 0 && hasOpenMessages(advanced.run)) {
    return settleSending(advanced, position, context);
  }
  const decision = decide(advanced.run, job, context);
  if (decision.kind === "deliver") return renderingOf(advanced, job, decision, context);
  if (decision.kind === "output") return outputOf(advanced, position, decision);
  return carryOut(advanced, position, decision);
}

/**
 * Stored messages are sent again unchanged: after a failed attempt, or after a worker crashed before it stored the
 * outcome.
 */
function hasOpenMessages({ sending: { unanswered, postponed } }: Run): boolean {
  return unanswered.length + postponed.length > 0;
}

/** The control values of a workflow's version are the same object for all its runs. */
const PARTS_OF = Object.fromEntries(
  CHANNELS.map((channel) => [channel, perObject(CHANNEL_RULES[channel].templates)]),
) as Record<Channel, (controls: JsonObject) => TemplatePart[]>;

function renderingOf(
  advanced: AdvancedRun,
  job: RunJob,
  delivery: Delivery,
  context: DecisionContext,
): Rendering {
  const controls = delivery.controls ?? stepOf(advanced.run, job).controlValues;
  const parts = PARTS_OF[delivery.channel](controls);
  const { position } = job;
  return {
    parts,
    finish: (rendered) => composeMessages(advanced, { position, delivery, rendered }, context),
  };
}

type Output = Extract<Decision, { kind: "output" }>;

function outputOf(advanced: AdvancedRun, position: number, { value, details }: Output): Rendering {
  const finish = ([rendered]: Rendered[]) => {
    if (rendered?.ok) {
      const output = rendered.value as JsonObject;
      return carryOut(advanced, position, { kind: "complete", output, details });
    }
    const reason = rendered?.reason ?? "nothing was rendered";
    const notes: Note[] = [{ code: "content_failed", raw: { reason } }];
    return carryOut(advanced, position, { kind: "fail", details: notes, endsRun: true });
  };
  return { parts: [{ value, escape: "none" }], finish };
}

type Settled = Exclude<Decision, Delivery | Output>;

function carryOut(advanced: AdvancedRun, position: number, decision: Settled): AdvancedRun {
  const noted = note(advanced, position, decision.details);
  switch (decision.kind) {
    case "complete":
      return complete(noted, position, decision);
    case "pass_over":
      return transition(noted, position, decision.status);
    case "extend":
      return extend(noted, position, decision.until);
    case "fail":
      return fail(noted, position, decision.endsRun);
    case "gate":
      return withGate(withJob(noted, position, { digest: decision.settings }), {
        ...decision.gate,
        position,
      });
    case "wait": {
      const waiting = withJob(noted, position, { digest: decision.settings });
      return transition(waiting, position, "delayed", { kind: "at", at: decision.until });
    }
  }
}

function extend(advanced: AdvancedRun, position: number, until: Date): AdvancedRun {
  const scheduleExtensionsCount = jobAt(advanced, position).scheduleExtensionsCount + 1;
  return withJob(advanced, position, { due: { kind: "at", at: until }, scheduleExtensionsCount });
}

type Complete = Extract<Decision, { kind: "complete" }>;

function complete(advanced: AdvancedRun, position: number, { output }: Complete): AdvancedRun {
  const completed = transition(advanced, position, "completed");
  return output ? withJob(completed, position, { output }) : completed;
}
