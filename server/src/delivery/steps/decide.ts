import { isChannelStep, type Step } from "../../workflows/workflow.ts";
import { CHANNEL_RULES } from "../channels/channels.ts";
import { type Decision, type Run, type RunJob, type Surroundings, stepOf } from "../run.ts";
import { decideDelay, finishDelay } from "./delay.ts";
import { decideDigest, finishDigest } from "./digest.ts";

/** What the current job of a run comes to. Pure: it looks at what it is given and changes nothing. */
export function decide(run: Run, job: RunJob, surroundings: Surroundings): Decision {
  if (job.claimsSpent) return fail("step_crashed");
  if (!run.subscriber) return fail("subscriber_gone");
  const step = stepOf(run, job);
  if (isChannelStep(step)) return CHANNEL_RULES[step.type].decide(run, surroundings);
  return job.status === "delayed" ? finish(run, job, step) : begin(run, step, surroundings);
}

function begin(run: Run, step: Step, { now }: Surroundings): Decision {
  if (step.type === "delay") return decideDelay(step, now);
  if (step.type === "digest") return decideDigest(run, step, now);
  return fail("unknown_step_type");
}

function finish(run: Run, job: RunJob, step: Step): Decision {
  return step.type === "digest" ? finishDigest(run, job) : finishDelay(job);
}

function fail(code: "step_crashed" | "subscriber_gone" | "unknown_step_type"): Decision {
  return { kind: "fail", details: [{ code }], endsRun: true };
}
