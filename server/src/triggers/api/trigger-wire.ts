import {
  type Brand,
  type Broadcast,
  fromBrand,
  TENANT_CONTEXT,
  type Trigger,
  type TriggerResult,
} from "@tidings/contract";
import { contextEntitiesOf } from "../../contexts/api/context-wire.ts";
import { contextKeyOf } from "../../contexts/contexts.ts";
import { AppError, invalidField } from "../../foundation/app-error.ts";
import { subscriberKeyOf, workflowKeyOf } from "../../foundation/ids.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { eachOnce } from "../../subscribers/recipient-input.ts";
import { type ChannelCredentials, profileOf } from "../../subscribers/subscriber.ts";
import type { Accepted } from "../judge-request.ts";
import { NO_PAYLOAD, type Recipient, type TopicRecipient, type TriggerRequest } from "../trigger.ts";
import { overridesFromWire, refusalToWire } from "./overrides-wire.ts";

type WireRecipient = Extract<Trigger["to"], readonly unknown[]>[number];
type WireSubscriber = Extract<WireRecipient, { subscriberId: string }>;

/** The wire's trigger as the engine takes it. */
export function fromTrigger(trigger: Trigger, brand: Brand): TriggerRequest {
  const to = (Array.isArray(trigger.to) ? trigger.to : [trigger.to]) as WireRecipient[];
  const topics = to.flatMap((one) => (isTopic(one) ? [topicOf(one)] : []));
  const named = to.filter((one) => !isTopic(one)) as (string | WireSubscriber)[];
  const recipients = eachOnce(named.map((one) => recipientOf(one, brand)));
  return { ...fromBroadcast(trigger, brand), recipients, topics };
}

export function fromBroadcast(broadcast: Broadcast, brand: Brand): TriggerRequest {
  const { name, payload, overrides, transactionId, actor } = broadcast;
  return {
    workflowKey: workflowKeyOf(name),
    recipients: "everyone",
    topics: [],
    ...(actor === undefined ? {} : { actor: recipientOf(actor, brand) }),
    ...contextsOf(broadcast),
    payload: (payload ?? NO_PAYLOAD) as JsonObject,
    overrides: overridesFromWire((overrides ?? {}) as JsonObject, brand),
    ...(transactionId === undefined ? {} : { transactionId }),
  };
}

function isTopic(one: WireRecipient): one is Extract<WireRecipient, { topicKey: string }> {
  return typeof one !== "string" && "topicKey" in one;
}

function topicOf({ topicKey, exclude }: Extract<WireRecipient, { topicKey: string }>): TopicRecipient {
  return exclude && exclude.length > 0 ? { topicKey, exclude: exclude.map(subscriberKeyOf) } : { topicKey };
}

function recipientOf(one: string | WireSubscriber, brand: Brand): Recipient {
  if (typeof one === "string") return { subscriberKey: subscriberKeyOf(one) };
  const channels = one.channels?.map(({ providerId, integrationIdentifier, credentials }) => ({
    providerId: fromBrand(providerId, brand),
    ...(integrationIdentifier === undefined ? {} : { integrationIdentifier }),
    credentials: credentials as ChannelCredentials,
  }));
  return {
    subscriberKey: subscriberKeyOf(one.subscriberId),
    profile: profileOf(one),
    ...(channels ? { channels } : {}),
  };
}

/** A tenant is a context. A context of that type in the same trigger takes precedence, and is stored now. */
function contextsOf({ context = {}, tenant }: Broadcast): Pick<TriggerRequest, "contexts" | "tenantKey"> {
  const contexts = contextEntitiesOf(context);
  const id = typeof tenant === "object" ? tenant.identifier : tenant;
  if (!id) return { contexts };
  const named = { type: TENANT_CONTEXT, id };
  const given = contexts.find(({ type }) => type === TENANT_CONTEXT);
  if (given?.id === id) return { contexts };
  return { contexts: given ? contexts : [...contexts, named], tenantKey: contextKeyOf(named) };
}

/** The answer to one trigger. @throws AppError where nothing was accepted. */
export function toTriggerResult(accepted: Accepted, brand: Brand): TriggerResult {
  switch (accepted.kind) {
    case "accepted":
      return { acknowledged: true, status: "processed", transactionId: accepted.transactionId };
    case "workflow_not_active":
      return { acknowledged: true, status: "trigger_not_active", transactionId: accepted.transactionId };
    case "workflow_without_steps":
      return {
        acknowledged: true,
        status: "no_workflow_steps_defined",
        transactionId: accepted.transactionId,
      };
    case "tenant_not_found":
      return { acknowledged: true, status: "no_tenant_found", transactionId: accepted.transactionId };
    case "workflow_not_found":
      throw new AppError("invalid", "workflow_not_found", {
        errors: { name: { messages: ["workflow_not_found"] } },
      });
    case "refused":
      throw refusalToWire(accepted.error, brand);
    case "transaction_reused":
      throw invalidField(
        "transactionId",
        "transactionId was used before for a trigger with other content; use a new one",
        accepted.transactionId,
      );
  }
}

/** The answer to one event of a bulk: a refusal is an answer like the others. */
export function toBulkResult(accepted: Accepted, brand: Brand): TriggerResult {
  try {
    return toTriggerResult(accepted, brand);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { acknowledged: true, status: "error", error: sentencesOf(error) };
  }
}

/** The answer to an item of a bulk that does not have the shape of a trigger. */
export function toFaultResult(fault: AppError): TriggerResult {
  const isOfRecipients = Object.keys(fault.errors ?? {}).every((field) => /^to(\.|$)/.test(field));
  const status = isOfRecipients ? "invalid_recipients" : "error";
  return { acknowledged: true, status, error: sentencesOf(fault) };
}

function sentencesOf({ message, errors = {} }: AppError): string[] {
  const sentences = Object.values(errors).flatMap((entry) => entry.messages);
  return sentences.length > 0 ? sentences : [message];
}
