import { getTriggerReport as operation, type TriggerReport } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { endpoint } from "../../http/endpoint.ts";
import { findUnknownTopics } from "../../topics/unknown-topics.ts";
import { TRIGGER_FAILURES } from "../trigger.ts";
import {
  countOutcomes,
  findTrigger,
  type OutcomeCount,
  type ReportedTrigger,
} from "../trigger-report-store.ts";

export const getTriggerReport = endpoint(operation, async ({ database, environment, params }) => {
  const trigger = await findTrigger(database, environment.id, params.transactionId);
  if (!trigger) throw new AppError("not_found", `Trigger ${params.transactionId} was not found`);
  const outcomes = await countOutcomes(database, environment.id, params.transactionId);
  const topics = trigger.topics.map(({ topicKey }) => topicKey);
  const unknownTopics = await findUnknownTopics(database, environment.id, topics);
  const { transactionId, workflowKey: workflowId, createdAt, isExpanding, isCanceled } = trigger;
  const known = { transactionId, workflowId, createdAt: createdAt.toISOString(), isExpanding, isCanceled };
  return { ...known, ...failureOf(trigger), ...sumOf([...outcomes, ...leftOutOf(trigger)]), unknownTopics };
});

function failureOf({ failure: code }: ReportedTrigger): Pick<TriggerReport, "failure"> {
  return code === null ? {} : { failure: { code, message: TRIGGER_FAILURES[code] ?? code } };
}

/** Members without a notification, because their subscriptions keep the trigger away. */
function leftOutOf({ leftOut: count }: ReportedTrigger): OutcomeCount[] {
  return count > 0 ? [{ outcome: "skipped", code: "filtered_by_subscription", count }] : [];
}

type Sum = Pick<TriggerReport, "recipients" | "waiting" | "delivered" | "failed" | "skipped">;

/** recipients = waiting + delivered + failed + skipped, always. */
function sumOf(outcomes: readonly OutcomeCount[]): Sum {
  const total = (wanted: OutcomeCount["outcome"]) =>
    outcomes.filter(({ outcome }) => outcome === wanted).reduce((sum, { count }) => sum + count, 0);
  const byCode = (wanted: OutcomeCount["outcome"]) =>
    Object.fromEntries(
      outcomes
        .filter(({ outcome }) => outcome === wanted)
        .map(({ code, count }) => [code ?? "unexplained", count]),
    );
  return {
    recipients: outcomes.reduce((sum, { count }) => sum + count, 0),
    waiting: total("waiting"),
    delivered: total("delivered"),
    failed: byCode("failed"),
    skipped: byCode("skipped"),
  };
}
