import { DETAILS, type ReasonClass, reasonClassOf, type StepOutcome } from "@tidings/contract";
import type { Message } from "../../messages/message.ts";
import type { RunDetail } from "../../notifications/execution-detail.ts";
import type { StepCount } from "../../statistics/step-count.ts";
import { isChannelStep } from "../../workflows/workflow.ts";
import type { AdvancedRun } from "../runs/advanced-run.ts";
import { isOpen, type RunJob } from "../runs/run.ts";

/** What became of the runs' steps with this settlement, for the statistics: equal things together, in a fixed order. */
export function countSteps(runs: readonly AdvancedRun[]): StepCount[] {
  const counts = new Map<string, StepCount>();
  const add = (workflowId: string, counted: Counted): void => {
    const { kind, integrationId, outcome, reason } = counted;
    const key = `${workflowId}|${kind}|${integrationId}|${outcome}|${reason}`;
    const known = counts.get(key);
    if (known) known.amount += 1;
    else counts.set(key, { workflowId, ...counted, amount: 1 });
  };
  for (const advanced of runs) {
    const { workflowId } = advanced.run.notification;
    if (advanced.from.isNew) add(workflowId, STARTED);
    for (const job of endedJobs(advanced)) {
      const counted = outcomeOf(advanced, job);
      if (counted) add(workflowId, counted);
    }
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
}

type Counted = Omit<StepCount, "workflowId" | "amount">;
const STARTED: Counted = { kind: "notification", integrationId: "", outcome: "started", reason: "" };

/** Jobs that have ended since the run was stored. */
export function endedJobs({ from, run }: AdvancedRun): RunJob[] {
  return run.jobs.filter(
    ({ status, position }) => !isOpen(status) && (from.isNew || from.jobs[position]?.status !== status),
  );
}

/** Of steps that send nothing, only failures count. A merged digest is no outcome, and a cancellation by a caller is not settled here. */
function outcomeOf({ changes }: AdvancedRun, job: RunJob): Counted | undefined {
  const { position, status, type: kind } = job;
  const isChannel = isChannelStep(job);
  const isOfJob = (message: Message) => message.position === position;
  const message = changes.newMessages.findLast(isOfJob) ?? changes.answeredMessages.findLast(isOfJob);
  const integrationId = message?.integrationId ?? "";
  if (status === "completed")
    return isChannel ? { kind, integrationId, outcome: "delivered", reason: "" } : undefined;
  const why = reasonOf(changes.details.filter((detail) => detail.position === position));
  const outcome = OUTCOMES[why?.class ?? "ours"];
  if (status === "failed") return { kind, integrationId, outcome, reason: why?.code ?? "" };
  const isDecided = isChannel && (status === "canceled" || status === "skipped") && why !== undefined;
  return isDecided ? { kind, integrationId, outcome, reason: why.code } : undefined;
}

const OUTCOMES: Readonly<Record<ReasonClass, StepOutcome>> = {
  ours: "failed",
  theirs: "unreachable",
  decided: "notSent",
};

type Reason = { code: string; class: ReasonClass };

/** The newest failure of the class `ours`, or else the newest detail with a class. */
function reasonOf(details: readonly Pick<RunDetail, "code" | "raw">[]): Reason | undefined {
  const reasons = details.flatMap(({ code, raw }): Reason[] => {
    const reasonClass = reasonClassOf({ code, raw });
    return reasonClass ? [{ code, class: reasonClass }] : [];
  });
  const ours = reasons.findLast((one) => one.class === "ours" && isFailure(one.code));
  return ours ?? reasons.at(-1);
}

const isFailure = (code: string): boolean => DETAILS[code as keyof typeof DETAILS][0] === "Failed";
