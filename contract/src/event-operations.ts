import { Type } from "typebox";
import { TriggerRefusal } from "./errors.ts";
import { Broadcast, BULK_EVENTS_MAX, Trigger, TriggerResult } from "./events.ts";
import { Explanation, ExplanationInput } from "./explanations.ts";
import { pathId } from "./fields.ts";
import { operation } from "./operation.ts";
import { TriggerReport } from "./trigger-reports.ts";

const chapter = "Events";

const TENANT_RULE =
  "A `tenant` must be a stored context of the type `tenant`; otherwise the status is `no_tenant_found` and nothing is sent.";

/** An unknown workflow is a 422; a payload that does not match the workflow's schema is a 400. */
export const triggerEvent = operation({
  id: "triggerEvent",
  chapter,
  method: "POST",
  path: "/v1/events/trigger",
  summary: "Trigger an event",
  description: `Starts a workflow for its recipients. Answers after the trigger is durably stored. ${TENANT_RULE}`,
  status: 201,
  failures: [400],
  failureResponses: { 400: TriggerRefusal },
  body: Trigger,
  response: TriggerResult,
});

export const triggerEventsBulk = operation({
  id: "triggerEventsBulk",
  chapter,
  method: "POST",
  path: "/v1/events/trigger/bulk",
  summary: "Trigger many events",
  description:
    "Takes up to 100 triggers and answers in the same order; a failing trigger does not stop the others. A trigger that does not match the schema gets the status `invalid_recipients` if only its `to` is invalid, otherwise `error`; its `error` lists the problems.",
  status: 201,
  bodyLimit: "bulkBodyBytes",
  ratedBy: "events",
  checkedApart: "events",
  body: Type.Object(
    { events: Type.Array(Trigger, { minItems: 1, maxItems: BULK_EVENTS_MAX }) },
    { title: "BulkTrigger" },
  ),
  response: Type.Array(TriggerResult),
});

export const broadcastEvent = operation({
  id: "broadcastEvent",
  chapter,
  method: "POST",
  path: "/v1/events/trigger/broadcast",
  summary: "Trigger an event for all subscribers",
  description: `Starts a workflow for every subscriber of the environment. ${TENANT_RULE}`,
  status: 201,
  failures: [400],
  failureResponses: { 400: TriggerRefusal },
  body: Broadcast,
  response: TriggerResult,
});

export const explainTrigger = operation({
  id: "explainTrigger",
  chapter,
  method: "POST",
  path: "/v1/events/trigger/explain",
  scope: "read",
  summary: "Explain what a trigger would do",
  description:
    "Takes the body of a trigger and simulates it, without writing or sending anything. Returns the recipients, each step with its decision, reason, time and rendered content, and the chosen integration. Assumes that providers accept every message and that nothing else happens meanwhile. With `workflow`, it explains a draft that is not stored; with `at`, another moment: what is stored (preferences, open digests, used throttles) is that of now.",
  status: 200,
  failures: [400],
  failureResponses: { 400: TriggerRefusal },
  takesNoKey: true,
  bodyLimit: "workflowBodyBytes",
  body: ExplanationInput,
  response: Explanation,
});

export const getTriggerReport = operation({
  id: "getTriggerReport",
  chapter,
  method: "GET",
  path: "/v1/events/trigger/:transactionId",
  summary: "Retrieve the report of a trigger",
  description: "Counts the trigger's recipients by result and reason.",
  status: 200,
  failures: [404],
  params: Type.Object({ transactionId: pathId("The trigger.") }),
  query: Type.Object({
    includeTrigger: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "True: with `trigger`, which has the payload. Leave it out where a program asks again and again.",
      }),
    ),
  }),
  response: TriggerReport,
});

/** Answers false when there was nothing left to cancel. */
export const cancelTrigger = operation({
  id: "cancelTrigger",
  chapter,
  method: "DELETE",
  path: "/v1/events/trigger/:transactionId",
  summary: "Cancel a triggered event",
  description:
    "Cancels the steps that wait in a delay or digest. Answers whether there was anything to cancel.",
  status: 200,
  params: Type.Object({ transactionId: pathId("The trigger to cancel.") }),
  response: Type.Boolean(),
});

export const EVENT_OPERATIONS = [
  triggerEvent,
  triggerEventsBulk,
  broadcastEvent,
  explainTrigger,
  getTriggerReport,
  cancelTrigger,
] as const;
