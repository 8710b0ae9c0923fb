import type { Channel } from "@tidings/contract";
import type { Json } from "../../foundation/json.ts";
import { isChannelStep, type Step } from "../../workflows/workflow.ts";
import { CHANNEL_RULES } from "../channels/channels.ts";
import { decideDigest, finishDigest } from "../digest/decide-digest.ts";
import {
  type Decision,
  type DecisionContext,
  type Note,
  type Run,
  type RunJob,
  stepOf,
} from "../runs/run.ts";
import { decideThrottle } from "../throttle/decide-throttle.ts";
import { decideDelay, finishDelay } from "./delay.ts";
import { fallback, repeatIsOver } from "./fallback-and-repeat.ts";
import { extension } from "./schedule.ts";
import { admit, withoutRule } from "./step-guards.ts";
import { inVariant } from "./variant.ts";

/** What the current job of a run comes to. Pure: it looks at what it is given and changes nothing. */
export function decide(run: Run, job: RunJob, context: DecisionContext): Decision {
  if (job.spentCrashes > 0) return fail("step_crashed", { attempts: job.spentCrashes });
  if (!run.subscriber) return fail("subscriber_gone");
  const step = stepOf(run, job);
  const isAsked = job.status === "queued" || isChannelStep(step);
  const refusal = isAsked ? admit(run, step, context) : undefined;
  if (refusal) return refusal;
  if (isChannelStep(step)) return decideChannel(run, step, job, context);
  return job.status === "delayed" ? finish(run, job, context) : begin(run, step, context);
}

function decideChannel(
  run: Run,
  step: Step & { type: Channel },
  job: RunJob,
  context: DecisionContext,
): Decision {
  const reached = repeatIsOver(run, step, job) ?? fallback(run, step, job, context.now);
  if (reached) return reached;
  const decision = CHANNEL_RULES[step.type].decide(run, step, context);
  return decision.kind === "deliver" ? inVariant(run, step, decision) : decision;
}

const COMPLETED: Note[] = [{ code: "step_completed" }];

function begin(run: Run, step: Step, { now }: DecisionContext): Decision {
  if (step.type === "delay") return decideDelay(run, step, now);
  if (step.type === "digest") return decideDigest(run, step, now);
  if (step.type === "custom")
    return { kind: "output", value: withoutRule(step.controlValues), details: COMPLETED };
  if (step.type === "throttle") return decideThrottle(run, step, now);
  return fail("unknown_step_type");
}

/** A wait that is over; the schedule may have it go on. */
function finish(run: Run, job: RunJob, context: DecisionContext): Decision {
  const extended = extension(run, job, context);
  if (extended?.kind === "extend") return extended;
  const decision = job.type === "digest" ? finishDigest(run, job) : finishDelay(job);
  return extended ? { ...decision, details: [...extended.details, ...decision.details] } : decision;
}

function fail(code: "step_crashed" | "subscriber_gone" | "unknown_step_type", raw?: Json): Decision {
  return { kind: "fail", details: [raw === undefined ? { code } : { code, raw }], endsRun: true };
}
