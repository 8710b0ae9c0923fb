import { SEVERITIES, type Severity } from "@tidings/contract";
import { newId } from "../../foundation/id.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { InboxFields, Message, MessageContent } from "../../messages/message.ts";
import type { Rendered } from "../../templates/templates.ts";
import { type AdvancedRun, jobAt, note, withJob, withRows, withSending } from "../runs/advanced-run.ts";
import type { Delivery, Target } from "../runs/decision.ts";
import { endOfLife } from "../runs/delivery-options.ts";
import { settleSending } from "../runs/finish-sending.ts";
import { fail, transition } from "../runs/job-transitions.ts";
import { type DecisionContext, NOTHING_SENT, type Run, type RunJob } from "../runs/run.ts";
import type { Unusable } from "./channel-rules.ts";
import { CHANNEL_RULES } from "./channels.ts";

type RenderedStep = { position: number; delivery: Delivery; rendered: Rendered[] };

/** Creates the messages of a rendered step, one for each target. */
export function composeMessages(
  advanced: AdvancedRun,
  { position, delivery, rendered }: RenderedStep,
  context: DecisionContext,
): AdvancedRun {
  const noted = note(advanced, position, delivery.details);
  const content = merge(rendered);
  if ("problem" in content) return contentFailed(noted, position, content.problem);
  const rules = CHANNEL_RULES[delivery.channel];
  const drafts: Draft[] = [];
  for (const target of delivery.targets) {
    const composed = rules.compose(content.merged, target);
    if (isUnusable(composed)) return contentFailed(noted, position, composed.unusable);
    drafts.push({ target, composed, now: context.now });
  }
  const created = drafts.reduce((one, draft) => withMessage(one, position, draft), noted);
  return settleMessages(noteSeverity(created, position), position, context);
}

function isUnusable(composed: MessageContent | Unusable): composed is Unusable {
  return "unusable" in composed;
}

function withMessage(advanced: AdvancedRun, position: number, draft: Draft): AdvancedRun {
  const { target } = draft;
  const { providerId } = target.integration;
  const message = newMessage(advanced.run, jobAt(advanced, position), draft);
  const created = withRows(withJob(advanced, position, { providerId }), { newMessages: [message] });
  if (target.failure) return note(created, position, [{ code: target.failure.code, providerId }]);
  const by = message.providerId ? { providerId: message.providerId } : {};
  const codes =
    message.channel === "in_app"
      ? (["message_created", "message_sent"] as const)
      : (["provider_selected", "message_created"] as const);
  return note(
    created,
    position,
    codes.map((code) => ({ code, ...by })),
  );
}

/** A severity in the trigger overrides that of the workflow; a detail says so where they differ. */
function noteSeverity(advanced: AdvancedRun, position: number): AdvancedRun {
  const { workflow, overrides } = advanced.run;
  const { severity: from } = workflow.definition;
  const to = overriddenSeverity(overrides);
  if (to === undefined || to === from) return advanced;
  return note(advanced, position, [{ code: "severity_overridden", raw: { from, to } }]);
}

function overriddenSeverity(overrides: JsonObject): Severity | undefined {
  return SEVERITIES.find((word) => word === overrides.severity);
}

/** Storing an in-app message delivers it; other messages wait for their provider, unless all have failed. */
function settleMessages(advanced: AdvancedRun, position: number, context: DecisionContext): AdvancedRun {
  const { id, status } = jobAt(advanced, position);
  const messages = advanced.changes.newMessages.filter(({ jobId }) => jobId === id);
  const unanswered = messages.filter((message) => message.status === null);
  const hasSent = messages.some((message) => message.status === "sent");
  const sending = withSending(advanced, { ...NOTHING_SENT, unanswered, hasSent });
  const isBeginning = unanswered.length > 0 && status !== "running";
  return settleSending(isBeginning ? transition(sending, position, "running") : sending, position, context);
}

function merge(rendered: readonly Rendered[]): { merged: JsonObject } | { problem: string } {
  const merged: JsonObject = {};
  for (const part of rendered) {
    if (!part.ok) return { problem: part.reason };
    Object.assign(merged, part.value);
  }
  return { merged };
}

function contentFailed(advanced: AdvancedRun, position: number, reason: string): AdvancedRun {
  return fail(note(advanced, position, [{ code: "content_failed", raw: { reason } }]), position, false);
}

/** No attempt was made yet. */
const UNTRIED = {
  providerMessageId: null,
  attempts: 0,
  throttles: 0,
  resends: 0,
  failedOverFrom: null,
  otherAnswers: null,
  maybeSent: false,
  nextAttemptAt: null,
};

type Draft = { target: Target; composed: MessageContent; now: Date };

function newMessage(run: Run, job: RunJob, { target, composed, now }: Draft): Message {
  const { integration, failure } = target;
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
    ...UNTRIED,
    expiresAt:
      isInApp || failure
        ? null
        : endOfLife(run, { stepId: job.stepId, channel: integration.channel }, integration, now),
    errorId: failure?.errorId ?? null,
    errorText: failure?.errorText ?? null,
    ...(isInApp ? { inbox: inboxFieldsOf(run) } : {}),
    ...(run.contextKeys.length > 0 ? { contexts: run.contextKeys } : {}),
    ...composed,
  };
}

function inboxFieldsOf({ workflow, overrides }: Run): InboxFields {
  const { severity: own, tags } = workflow.definition;
  const severity = overriddenSeverity(overrides) ?? own;
  return {
    severity: severity === "none" ? null : severity,
    tags: tags.length > 0 ? tags : null,
  };
}
