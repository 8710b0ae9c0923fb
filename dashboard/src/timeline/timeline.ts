import type { Explanation, Message, Notification } from "@tidings/contract";
import { personOf } from "./person.ts";
import type { TimelineContext } from "./step-facts.ts";
import { recordsOf, type StepRecord, simulatedRecords } from "./step-record.ts";
import { type TimelineStep, timelineStep } from "./timeline-step.ts";

/** What happened to a notification, or would happen: its steps in their order. */
export type Timeline = {
  readonly steps: readonly TimelineStep[];
  /** Steps that failed for a reason of ours. */
  readonly failedSteps: number;
};

type Names = { readonly messages?: readonly Message[]; readonly carriers?: ReadonlyMap<string, string> };

/** The record of a trigger for one subscriber. `carriers`: see `carriersOf`. */
export function notificationTimeline(
  notification: Notification,
  { messages = [], carriers = new Map() }: Names = {},
): Timeline {
  const { template, createdAt, _digestedNotificationId: mergedInto } = notification;
  const workflow = template?.triggers[0]?.identifier ?? template?.name ?? "the workflow";
  const person = personOf(notification.subscriber);
  return timelineOf(recordsOf(notification, messages), {
    person,
    workflow,
    startedAt: createdAt,
    carriers,
    mergedInto,
  });
}

/** What a trigger would do for one of the recipients of an explanation. */
export function explanationTimeline(
  { workflow, at, recipients }: Explanation,
  subscriberId: string,
): Timeline {
  const recipient = recipients.find((one) => one.subscriberId === subscriberId);
  const person = personOf(recipient);
  return timelineOf(recipient ? simulatedRecords(recipient) : [], {
    person,
    workflow: workflow.workflowId,
    startedAt: at,
    // Each of its messages has the name of its integration.
    carriers: new Map(),
    mergedInto: undefined,
  });
}

function timelineOf(records: readonly StepRecord[], context: TimelineContext): Timeline {
  let before = context.startedAt;
  const steps = records.map((record, index) => {
    const step = timelineStep({ record, index, records }, context);
    const gapMs = before && step.at ? Date.parse(step.at) - Date.parse(before) : 0;
    before = step.at ?? before;
    return { ...step, gapMs: gapMs > SHOWN_GAP_MS ? gapMs : undefined };
  });
  const last = steps.findLastIndex(({ at, until }) => at !== undefined || until !== undefined);
  return {
    steps: steps.map((step, index) => ({ ...step, startsOpen: step.startsOpen || index === last })),
    failedSteps: steps.filter(({ mark }) => mark.shape === "failed").length,
  };
}

/** Shorter gaps between steps are not shown. */
const SHOWN_GAP_MS = 1_000;
