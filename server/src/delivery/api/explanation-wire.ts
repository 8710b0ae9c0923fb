import type {
  Explanation,
  SimulatedDetail,
  SimulatedMessage,
  SimulatedRecipient,
  SimulatedStep,
} from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { omitEmpty } from "../../foundation/omit-empty.ts";
import type { Integration } from "../../integrations/integration.ts";
import type { Message } from "../../messages/message.ts";
import { type WireNames, wireProvider } from "../../notifications/api/job-wire.ts";
import { meaningOf } from "../../notifications/execution-detail.ts";
import { toTriggerResult } from "../../triggers/api/trigger-wire.ts";
import type { Explained } from "../explain/explain.ts";
import type { Simulation } from "../explain/simulate-runs.ts";
import type { TextParts } from "../explain/text-parts.ts";
import { type RunJob, stepOf } from "../runs/run.ts";

type Words = WireNames & { integrations: readonly Integration[]; texts: TextParts };

/** The explanation of a trigger on the wire. @throws AppError where the trigger itself would be refused. */
export function toExplanation(explained: Explained, texts: TextParts, names: WireNames): Explanation {
  const { status } = toTriggerResult(explained.accepted, names.brand);
  const { workflow, integrations } = explained;
  if (!workflow) throw new AppError("not_found", "The workflow was not found");
  return {
    status: explained.isRepeated ? "repeated" : (status as Explanation["status"]),
    at: explained.at.toISOString(),
    workflow: {
      _id: workflow.id,
      workflowId: workflow.workflowKey,
      name: workflow.definition.name,
      version: workflow.version,
    },
    recipients: explained.recipients.map((one) => toRecipient(one, { ...names, integrations, texts })),
    filteredBySubscription: explained.leftOut,
    hasMore: explained.hasMore,
    unknownTopics: explained.unknownTopics,
  };
}

function toRecipient(simulation: Explained["recipients"][number], words: Words): SimulatedRecipient {
  const { run, isNew } = simulation;
  const { subscriberKey = "", firstName = null, lastName = null } = run.subscriber ?? {};
  return {
    subscriberId: subscriberKey,
    isNew,
    ...omitEmpty({ firstName, lastName }),
    steps: run.jobs.map((job) => toStep(job, simulation, words)),
  };
}

function toStep(job: RunJob, { run, details, messages, endedAt }: Simulation, words: Words): SimulatedStep {
  const { stepKey: stepId, name, type } = stepOf(run, job);
  const own = <T extends { position: number }>(list: readonly T[]) =>
    list.filter(({ position }) => position === job.position);
  return {
    stepId,
    name,
    type,
    status: job.status,
    ...omitEmpty({ endsAt: endedAt.get(job.id)?.toISOString(), output: job.output }),
    details: own(details).map((detail) => toDetail(detail, words)),
    messages: own(messages).map((message) => toMessage(message, words)),
  };
}

function toDetail(
  { at, code, providerId, raw }: Simulation["details"][number],
  words: Words,
): SimulatedDetail {
  const name = providerId ? (words.providerName(providerId) ?? providerId) : undefined;
  const wire = providerId ? wireProvider(providerId, words) : undefined;
  return {
    at: at.toISOString(),
    code,
    ...meaningOf(code, name),
    ...omitEmpty({ providerId: wire, raw }),
  };
}

/** Of a chat message's data, the address; the rest is for its provider. */
function addressIn(data: Message["data"]): Message["data"] {
  return typeof data?.channel === "string" ? { channel: data.channel } : null;
}

function toMessage(message: Message, { brand, integrations, texts }: Words): SimulatedMessage {
  const { channel, email, phone, subject, title, avatar, data, deviceTokens, content } = message;
  const integration = integrations.find(({ id }) => id === message.integrationId);
  return {
    channel,
    cta: message.cta as SimulatedMessage["cta"],
    ...omitEmpty({
      email,
      phone,
      subject,
      title,
      avatar,
      data: channel === "chat" ? addressIn(data) : data,
      deviceTokens,
      errorText: message.errorText,
      directWebhookUrl: message.webhookUrl,
      text: texts.get(message.id),
      content: typeof content === "string" || content === null ? content : JSON.stringify(content),
      providerId: message.providerId === null ? undefined : wireProvider(message.providerId, { brand }),
      integration: integration && {
        _id: integration.id,
        identifier: integration.identifier,
        name: integration.name,
      },
    }),
  };
}
