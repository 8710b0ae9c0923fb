import { type Brand, type EmailBlock, type Message, type Subscriber, toBrand } from "@tidings/contract";
import type { Environment } from "../../environments/environment.ts";
import { isJsonObject, type Json } from "../../foundation/json.ts";
import { omitEmpty } from "../../foundation/omit-empty.ts";
import { shownPayload } from "../../notifications/shown-payload.ts";
import { overridesToWire } from "../../triggers/api/overrides-wire.ts";
import type { ListedMessage } from "../message-list-store.ts";

/** Converts a message to the wire. Like Novu, it omits the workflow itself. */
export function toMessage(message: ListedMessage, environment: Environment, brand: Brand): Message {
  return {
    ...idsOf(message, environment),
    ...omitEmpty({ subscriber: subscriberOf(message, environment) }),
    ...omitEmpty({ templateIdentifier: message.workflowKey }),
    createdAt: message.createdAt.toISOString(),
    ...timesOf(message),
    ...omitEmpty({ content: contentOf(message.content) }),
    ...omitEmpty({ subject: message.subject, title: message.title }),
    channel: message.channel,
    read: message.readAt !== null,
    seen: message.seenAt !== null,
    ...addressOf(message, brand),
    cta: message.cta as Message["cta"],
    // Not accepted yet: the specification has no better status.
    status: message.status ?? "warning",
    ...omitEmpty({ errorId: message.errorId, errorText: message.errorText }),
    ...omitEmpty({
      payload: message.payload && shownPayload(message.payload),
      overrides: message.overrides && overridesToWire(message.overrides, brand),
    }),
    contextKeys: message.contextKeys ?? [],
    ...sendingOf(message),
    ...omitEmpty({ otherAnswers: otherAnswersOf(message, brand) }),
  };
}

function idsOf(message: ListedMessage, { id, organizationId }: Environment) {
  return {
    _id: message.id,
    _templateId: message.workflowId,
    _environmentId: id,
    _messageTemplateId: message.stepId,
    _organizationId: organizationId,
    _notificationId: message.notificationId,
    _subscriberId: message.subscriberId,
    transactionId: message.transactionId,
  };
}

/** The subscriber's fields that Novu includes; omitted if the subscriber has been deleted. */
function subscriberOf({ subscriberId, addressee }: ListedMessage, environment: Environment) {
  if (!addressee) return undefined;
  const { createdAt, updatedAt, subscriberKey, ...names } = addressee;
  const subscriber: Subscriber = {
    _id: subscriberId,
    ...omitEmpty(names),
    subscriberId: subscriberKey,
    _organizationId: environment.organizationId,
    _environmentId: environment.id,
    deleted: false,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
  return subscriber;
}

function timesOf({ deliveredAt, seenAt, readAt, snoozedUntil }: ListedMessage) {
  return omitEmpty({
    deliveredAt: deliveredAt?.map((moment) => moment.toISOString()),
    lastSeenDate: seenAt?.toISOString(),
    lastReadDate: readAt?.toISOString(),
    snoozedUntil: snoozedUntil?.toISOString(),
  });
}

function sendingOf({ channel, integrationId, attempts, nextAttemptAt, deliveredAt }: ListedMessage) {
  // An in-app message is delivered again when it was snoozed.
  const sentAt = channel === "in_app" ? deliveredAt?.[0] : deliveredAt?.at(-1);
  return {
    ...omitEmpty({
      integrationId,
      sentAt: sentAt?.toISOString(),
      nextAttemptAt: nextAttemptAt?.toISOString(),
    }),
    attempts,
  };
}

/** The answers of its other integrations; undefined if there are none. */
function otherAnswersOf({ otherAnswers }: ListedMessage, brand: Brand): Message["otherAnswers"] {
  return otherAnswers?.map(({ integrationId, providerId, errorId, errorText, at }) => ({
    _integrationId: integrationId,
    providerId: providerId === null ? null : toBrand(providerId, brand),
    outcome: errorId.replace(/^provider_/, ""),
    errorText,
    at,
  }));
}

/**
 * The address and the provider. A webhook URL may contain a token. It is shown because the specification lists it, and
 * because a key that can list messages can also read the subscriber's channels, which contain it.
 */
function addressOf(message: ListedMessage, brand: Brand) {
  const { email, phone, webhookUrl: directWebhookUrl, deviceTokens, providerId } = message;
  const provider = providerId === null ? null : toBrand(providerId, brand);
  return omitEmpty({ email, phone, directWebhookUrl, providerId: provider, deviceTokens });
}

/** A string, or the blocks of an e-mail; any other content as JSON text, because clients would reject it. */
function contentOf(content: Json): Message["content"] | undefined {
  if (content === null) return undefined;
  if (typeof content === "string") return content;
  return isBlocks(content) ? content : JSON.stringify(content);
}

const BLOCK_TYPES: readonly unknown[] = ["text", "button"];

function isBlocks(content: unknown): content is EmailBlock[] {
  return (
    Array.isArray(content) &&
    content.every(
      (block) => isJsonObject(block) && BLOCK_TYPES.includes(block.type) && typeof block.content === "string",
    )
  );
}
