import { Type } from "typebox";
import { TriggerRefusal } from "./errors.ts";
import { Broadcast, BULK_EVENTS_MAX, Trigger, TriggerAnswer } from "./events.ts";
import { Explanation } from "./explanations.ts";
import { pathId } from "./fields.ts";
import { operation } from "./operation.ts";
import { TriggerReport } from "./trigger-reports.ts";

const chapter = "Events";

const OF_TENANTS =
  "A `tenant` must be a stored context of the type `tenant`; where it is not, the answer is `no_tenant_found` and nothing is sent.";

/** Wire-facts 4.14. An unknown workflow is a 422; a payload its schema refuses is a 400. */
export const triggerEvent = operation({
  id: "triggerEvent",
  chapter,
  method: "POST",
  path: "/v1/events/trigger",
  summary: "Trigger an event",
  description: `Starts a workflow for its recipients. Answered once the trigger is safely stored. ${OF_TENANTS}`,
  status: 201,
  failures: [400],
  failureAnswers: { 400: TriggerRefusal },
  body: Trigger,
  answer: TriggerAnswer,
});

/** Wire-facts 4.14. */
export const triggerEventsBulk = operation({
  id: "triggerEventsBulk",
  chapter,
  method: "POST",
  path: "/v1/events/trigger/bulk",
  summary: "Trigger many events",
  description:
    "Up to 100 triggers at once, answered in the same order; one that fails does not stop the others. A trigger that does not have its shape is answered `invalid_recipients` where only its `to` is at fault, else `error`; `error` lists what is wrong with it.",
  status: 201,
  bodyLimit: "bulkBodyBytes",
  ratedBy: "events",
  checkedApart: "events",
  body: Type.Object(
    { events: Type.Array(Trigger, { minItems: 1, maxItems: BULK_EVENTS_MAX }) },
    { title: "BulkTrigger" },
  ),
  answer: Type.Array(TriggerAnswer),
});

/** Wire-facts 4.14. */
export const broadcastEvent = operation({
  id: "broadcastEvent",
  chapter,
  method: "POST",
  path: "/v1/events/trigger/broadcast",
  summary: "Trigger an event for everybody",
  description: `Starts a workflow for every subscriber of the environment. ${OF_TENANTS}`,
  status: 201,
  failures: [400],
  failureAnswers: { 400: TriggerRefusal },
  body: Broadcast,
  answer: TriggerAnswer,
});

/** Ours (issue 3). */
export const explainTrigger = operation({
  id: "explainTrigger",
  chapter,
  method: "POST",
  path: "/v1/events/trigger/explain",
  summary: "Explain what a trigger would do",
  description:
    "Takes a trigger's body and tells, without writing or sending anything: the recipients, each step with its decision, reason, time and rendered content, and the chosen integration. It assumes that providers accept and that nothing else happens in the meantime.",
  status: 200,
  failures: [400],
  failureAnswers: { 400: TriggerRefusal },
  takesNoKey: true,
  body: Trigger,
  answer: Explanation,
});

/** Ours (issue 3). */
export const getTriggerReport = operation({
  id: "getTriggerReport",
  chapter,
  method: "GET",
  path: "/v1/events/trigger/:transactionId",
  summary: "Read what became of a trigger",
  description: "Counts its recipients by what became of them, and why.",
  status: 200,
  failures: [404],
  params: Type.Object({ transactionId: pathId("The trigger.") }),
  answer: TriggerReport,
});

/** Wire-facts 4.14: false where there was nothing left to cancel. */
export const cancelTrigger = operation({
  id: "cancelTrigger",
  chapter,
  method: "DELETE",
  path: "/v1/events/trigger/:transactionId",
  summary: "Cancel a triggered event",
  description:
    "Stops what is delayed or collected and has not gone out yet. Answers whether there was anything.",
  status: 200,
  params: Type.Object({ transactionId: pathId("The trigger to cancel.") }),
  answer: Type.Boolean(),
});

export const EVENT_OPERATIONS = [
  triggerEvent,
  triggerEventsBulk,
  broadcastEvent,
  explainTrigger,
  getTriggerReport,
  cancelTrigger,
] as const;
