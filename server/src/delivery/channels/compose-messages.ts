import { SEVERITIES } from "@tidings/contract";
import { newId } from "../../foundation/id.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Message, MessageContent } from "../../messages/message.ts";
import type { Rendered } from "../../templates/templates.ts";
import type { Delivery, Target } from "../runs/decision.ts";
import { endOfLife } from "../runs/delivery-options.ts";
import { settleSending } from "../runs/finish-sending.ts";
import { fail, note, transition } from "../runs/job-transitions.ts";
import { type DecisionContext, nothingSent, type Run, type RunJob } from "../runs/run.ts";
import { CHANNEL_RULES } from "./channels.ts";

type RenderedStep = { run: Run; job: RunJob; delivery: Delivery; rendered: Rendered[] };

/** Creates the messages of a rendered step, one for each target. */
export function composeMessages(
  { run, job, delivery, rendered }: RenderedStep,
  context: DecisionContext,
): void {
  note(run, job, context, delivery.details);
  const content = merge(rendered);
  if ("problem" in content) return contentFailed(run, job, content.problem, context);
  const rules = CHANNEL_RULES[delivery.channel];
  const composed = delivery.targets.map((target) => ({
    target,
    composed: rules.compose(content.merged, target),
  }));
  const unusable = composed.flatMap((draft) =>
    "unusable" in draft.composed ? [draft.composed.unusable] : [],
  )[0];
  if (unusable !== undefined) return contentFailed(run, job, unusable, context);
  for (const draft of composed) {
    const message = newMessage(run, job, { ...(draft as Omit<Draft, "now">), now: context.now });
    run.changes.newMessages.push(message);
    if (draft.target.failure) noteFailure(run, job, draft.target, context);
    else noteCreation(run, job, message, context);
  }
  noteSeverity(run, job, context);
  settleMessages(run, job, context);
}

/** A severity in the trigger overrides that of the workflow; a detail says so where they differ. */
function noteSeverity(run: Run, job: RunJob, context: DecisionContext): void {
  const { severity: from } = run.workflow.definition;
  const to = SEVERITIES.find((word) => word === run.overrides.severity);
  if (to !== undefined && to !== from)
    note(run, job, context, [{ code: "severity_overridden", raw: { from, to } }]);
}

/** Storing an in-app message delivers it; other messages wait for their provider, unless all have failed. */
function settleMessages(run: Run, job: RunJob, context: DecisionContext): void {
  const own = run.changes.newMessages.filter((message) => message.jobId === job.id);
  Object.assign(run, nothingSent());
  run.unanswered = own.filter((message) => message.status === null);
  run.hasSent = own.some((message) => message.status === "sent");
  if (run.unanswered.length > 0 && job.status !== "running") transition(job, "running");
  settleSending(run, job, context);
}

function merge(rendered: readonly Rendered[]): { merged: JsonObject } | { problem: string } {
  const merged: JsonObject = {};
  for (const part of rendered) {
    if (!part.ok) return { problem: part.reason };
    Object.assign(merged, part.value);
  }
  return { merged };
}

function contentFailed(run: Run, job: RunJob, reason: string, context: DecisionContext): void {
  note(run, job, context, [{ code: "content_failed", raw: { reason } }]);
  fail(run, job, false);
}

function noteFailure(
  run: Run,
  job: RunJob,
  { failure, integration }: Target,
  context: DecisionContext,
): void {
  if (failure) note(run, job, context, [{ code: failure.code, providerId: integration.providerId }]);
}

function noteCreation(run: Run, job: RunJob, message: Message, context: DecisionContext): void {
  const providerId = message.providerId ?? undefined;
  const by = providerId ? { providerId } : {};
  if (message.channel === "in_app") {
    note(run, job, context, [
      { code: "message_created", ...by },
      { code: "message_sent", ...by },
    ]);
  } else {
    note(run, job, context, [
      { code: "provider_selected", ...by },
      { code: "message_created", ...by },
    ]);
  }
}

type Draft = { target: Target; composed: MessageContent; now: Date };

function newMessage(run: Run, job: RunJob, { target, composed, now }: Draft): Message {
  const { integration, failure } = target;
  job.providerId = integration.providerId;
  const isInApp = integration.channel === "in_app";
  const sentAtOnce = isInApp ? "sent" : null;
  return {
    id: newId(now.getTime()),
    notificationId: run.notification.id,
    position: job.position,
    jobId: job.id,
    transactionId: run.notification.transactionId,
    workflowId: run.notification.workflowId,
    stepId: job.stepId,
    subscriberId: run.notification.subscriberId,
    channel: integration.channel,
    status: failure ? "error" : sentAtOnce,
    providerId: integration.providerId,
    integrationId: integration.id,
    subject: null,
    title: null,
    content: null,
    cta: {},
    email: null,
    phone: null,
    webhookUrl: null,
    deviceTokens: null,
    data: null,
    avatar: null,
    providerMessageId: null,
    attempts: 0,
    resends: 0,
    failedOverFrom: null,
    nextAttemptAt: null,
    expiresAt:
      isInApp || failure
        ? null
        : endOfLife(run, { stepId: job.stepId, channel: integration.channel }, integration, now),
    errorId: failure?.errorId ?? null,
    errorText: failure?.errorText ?? null,
    ...composed,
  };
}
