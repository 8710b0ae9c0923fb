import type { Json } from "../../foundation/json.ts";
import { isChannelStep, type Step } from "../../workflows/workflow.ts";
import { CHANNEL_RULES } from "../channels/channels.ts";
import { decideDigest, finishDigest } from "../digest/decide-digest.ts";
import type { Decision, Note } from "../runs/decision.ts";
import { type DecisionContext, type Run, type RunJob, stepOf } from "../runs/run.ts";
import { decideThrottle } from "../throttle/decide-throttle.ts";
import { decideDelay, finishDelay } from "./delay.ts";
import { alreadyReached, repeatEnded } from "./fallback-and-repeat.ts";
import { extension, outsideSchedule } from "./schedule.ts";
import {
  conditionNotMet,
  filtersNotMet,
  type Guard,
  switchedOffByPreferences,
  withoutRule,
} from "./step-guards.ts";
import { refuseSuppressed } from "./suppressed-targets.ts";
import { inVariant } from "./variant.ts";

/** All reasons not to run a step, in the order in which they are checked. The first that applies decides. */
const GUARDS: readonly Guard[] = [
  ({ job }) => (job.spentCrashes > 0 ? fail("step_crashed", { attempts: job.spentCrashes }) : undefined),
  ({ run }) => (run.subscriber ? undefined : fail("subscriber_gone")),
  conditionNotMet,
  filtersNotMet,
  switchedOffByPreferences,
  outsideSchedule,
  repeatEnded,
  alreadyReached,
];

/** Decides about the current job of a run. Pure: changes nothing of its arguments. */
export function decide(run: Run, job: RunJob, context: DecisionContext): Decision {
  const step = stepOf(run, job);
  for (const guard of GUARDS) {
    const decision = guard({ run, job, step, context });
    if (decision) return decision;
  }
  if (job.status === "delayed" && !isChannelStep(step)) return finish(run, job, context);
  return begin(run, step, context);
}

const COMPLETED: Note[] = [{ code: "step_completed" }];

function begin(run: Run, step: Step, context: DecisionContext): Decision {
  if (isChannelStep(step)) {
    const decision = CHANNEL_RULES[step.type].decide(run, step, context);
    return decision.kind === "deliver" ? inVariant(run, step, refuseSuppressed(run, decision)) : decision;
  }
  if (step.type === "delay") return decideDelay(run, step, context);
  if (step.type === "digest") return decideDigest(run, step, context);
  if (step.type === "custom")
    return { kind: "output", value: withoutRule(step.controlValues), details: COMPLETED };
  if (step.type === "throttle") return decideThrottle(run, step, context.now);
  return fail("unknown_step_type");
}

/** The wait of a delay or digest is over, unless the subscriber's schedule extends it. */
function finish(run: Run, job: RunJob, context: DecisionContext): Decision {
  const extended = extension(run, job, context);
  if (extended?.kind === "extend") return extended;
  const decision = job.type === "digest" ? finishDigest(run, job) : finishDelay(job);
  return extended ? { ...decision, details: [...extended.details, ...decision.details] } : decision;
}

function fail(code: "step_crashed" | "subscriber_gone" | "unknown_step_type", raw?: Json): Decision {
  return { kind: "fail", details: [raw === undefined ? { code } : { code, raw }], endsRun: true };
}
