import { type Brand, getTriggerReport as operation, type TriggerReport } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { shownPayload } from "../../notifications/shown-payload.ts";
import { findUnknownTopics } from "../../topics/unknown-topics.ts";
import { TRIGGER_FAILURES } from "../trigger.ts";
import {
  countOutcomes,
  findTrigger,
  type OutcomeCount,
  type ReportedTrigger,
} from "../trigger-report-store.ts";
import { overridesToWire } from "./overrides-wire.ts";

export const getTriggerReport = ({ brand }: Pick<Api, "brand">) =>
  endpoint(operation, async ({ database, environment, params, query: { includeTrigger = false } }) => {
    const trigger = await findTrigger(database, environment.id, params.transactionId, {
      isWhole: includeTrigger,
    });
    if (!trigger) throw new AppError("not_found", `Trigger ${params.transactionId} was not found`);
    const outcomes = await countOutcomes(database, environment.id, params.transactionId);
    const topics = trigger.topics.map(({ topicKey }) => topicKey);
    const unknownTopics = await findUnknownTopics(database, environment.id, topics);
    const { transactionId, workflowKey: workflowId, createdAt, isExpanding, isCanceled } = trigger;
    const known = { transactionId, workflowId, createdAt: createdAt.toISOString(), isExpanding, isCanceled };
    const sum = sumOf([...outcomes, ...leftOutOf(trigger)]);
    const report = { ...known, ...failureOf(trigger), ...sum, unknownTopics };
    return includeTrigger ? { ...report, trigger: toReported(trigger, brand) } : report;
  });

/** The trigger as it was accepted, without the fields that it set on its recipients: they may be credentials. */
function toReported(trigger: ReportedTrigger, brand: Brand): NonNullable<TriggerReport["trigger"]> {
  const { payload, overrides, actor, contextKeys, topics, recipients, isBroadcast, createdAt } = trigger;
  return {
    payload: shownPayload(payload),
    overrides: overridesToWire(overrides, brand),
    ...(actor === null ? {} : { actor }),
    contextKeys,
    topics: topics.map(({ topicKey, exclude = [] }) => ({
      topicKey,
      ...(exclude.length > 0 ? { exclude } : {}),
    })),
    recipients,
    recipientsCapped: trigger.hasMoreRecipients,
    isBroadcast,
    createdAt: createdAt.toISOString(),
  };
}

function failureOf({ failure: code }: ReportedTrigger): Pick<TriggerReport, "failure"> {
  return code === null ? {} : { failure: { code, message: TRIGGER_FAILURES[code] ?? code } };
}

/** Members without a notification, because their subscriptions keep the trigger away. */
function leftOutOf({ leftOut: count }: ReportedTrigger): OutcomeCount[] {
  return count > 0 ? [{ outcome: "skipped", code: "filtered_by_subscription", isTheirs: false, count }] : [];
}

type Sum = Pick<TriggerReport, "recipients" | "waiting" | "delivered" | "failed" | "unreachable" | "skipped">;

/** recipients = waiting + delivered + failed + skipped, always. */
function sumOf(outcomes: readonly OutcomeCount[]): Sum {
  const total = (wanted: OutcomeCount["outcome"]) =>
    outcomes.filter(({ outcome }) => outcome === wanted).reduce((sum, { count }) => sum + count, 0);
  const byCode = (wanted: OutcomeCount["outcome"], counts = outcomes) => {
    const sums: Record<string, number> = {};
    for (const { outcome, code, count } of counts) {
      const name = code ?? "unexplained";
      if (outcome === wanted) sums[name] = (sums[name] ?? 0) + count;
    }
    return sums;
  };
  const theirs = outcomes.filter(({ isTheirs }) => isTheirs);
  return {
    recipients: outcomes.reduce((sum, { count }) => sum + count, 0),
    waiting: total("waiting"),
    delivered: total("delivered"),
    failed: byCode("failed"),
    unreachable: byCode("failed", theirs),
    skipped: byCode("skipped"),
  };
}
