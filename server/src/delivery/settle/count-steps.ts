import { DETAILS, type ReasonClass, reasonClassOf, type StepOutcome } from "@tidings/contract";
import type { ExecutionDetail } from "../../notifications/execution-detail.ts";
import type { StepCount } from "../../statistics/step-count.ts";
import { isChannelStep } from "../../workflows/workflow.ts";
import type { AdvancedRun } from "../runs/advanced-run.ts";
import { isOpen, type RunJob } from "../runs/run.ts";

/** What became of the runs' steps with this settlement, for the statistics: equal things together, in a fixed order. */
export function countSteps(runs: readonly AdvancedRun[]): StepCount[] {
  const counts = new Map<string, StepCount>();
  for (const one of runs.flatMap(outcomesOf)) {
    const key = [one.workflowId, one.kind, one.integrationId, one.outcome, one.reason].join("|");
    const known = counts.get(key);
    if (known) known.amount += 1;
    else counts.set(key, one);
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
}

function outcomesOf(advanced: AdvancedRun): StepCount[] {
  const { from, run } = advanced;
  const { workflowId } = run.notification;
  const none = { workflowId, integrationId: "", reason: "", amount: 1 };
  const started = from.isNew ? [{ ...none, kind: "notification", outcome: "started" as const }] : [];
  return [...started, ...endedJobs(advanced).flatMap((job) => outcomeOf(advanced, job))];
}

/** Jobs that have ended since the run was stored. */
export function endedJobs({ from, run }: AdvancedRun): RunJob[] {
  return run.jobs.filter(
    ({ status, position }) => !isOpen(status) && (from.isNew || from.jobs[position]?.status !== status),
  );
}

/** Of steps that send nothing, only failures count. A merged digest is no outcome, and a cancellation by a caller is not settled here. */
function outcomeOf({ run, changes }: AdvancedRun, job: RunJob): StepCount[] {
  const { workflowId } = run.notification;
  const { position, status, type } = job;
  const isChannel = isChannelStep(job);
  const message = [...changes.answeredMessages, ...changes.newMessages].findLast(
    (one) => one.position === position,
  );
  const integrationId = message?.integrationId ?? "";
  const count = { workflowId, kind: type, integrationId, amount: 1 };
  if (status === "completed") return isChannel ? [{ ...count, outcome: "delivered", reason: "" }] : [];
  const why = reasonOf(changes.details.filter((detail) => detail.position === position));
  const outcome = OUTCOMES[why?.class ?? "ours"];
  if (status === "failed") return [{ ...count, outcome, reason: why?.code ?? "" }];
  const isDecided = isChannel && (status === "canceled" || status === "skipped") && why !== undefined;
  return isDecided ? [{ ...count, outcome, reason: why.code }] : [];
}

const OUTCOMES: Readonly<Record<ReasonClass, StepOutcome>> = {
  ours: "failed",
  theirs: "unreachable",
  decided: "notSent",
};

type Reason = { code: string; class: ReasonClass };

/** The newest failure of the class `ours`, or else the newest detail with a class. */
function reasonOf(details: readonly Pick<ExecutionDetail, "code" | "raw">[]): Reason | undefined {
  const reasons = details.flatMap(({ code, raw }): Reason[] => {
    const reasonClass = reasonClassOf({ code, raw });
    return reasonClass ? [{ code, class: reasonClass }] : [];
  });
  const ours = reasons.findLast((one) => one.class === "ours" && isFailure(one.code));
  return ours ?? reasons.at(-1);
}

const isFailure = (code: string): boolean => DETAILS[code as keyof typeof DETAILS][0] === "Failed";
