import type { Broadcast, Trigger, TriggerAnswer } from "@tidings/contract";
import { AppError, invalidField } from "../../foundation/app-error.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { profileOf } from "../../subscribers/subscriber.ts";
import type { Accepted } from "../accept.ts";
import type { Recipient, TriggerRequest } from "../trigger.ts";

type WireRecipient = Extract<Trigger["to"], readonly unknown[]>[number];

/** What a trigger says, as the engine takes it. */
export function fromTrigger(trigger: Trigger): TriggerRequest {
  return { ...fromBroadcast(trigger), recipients: recipientsOf(trigger.to) };
}

export function fromBroadcast(broadcast: Broadcast): TriggerRequest {
  const { name, payload, overrides, transactionId } = broadcast;
  return {
    workflowIdentifier: name,
    recipients: "everyone",
    payload: (payload ?? {}) as JsonObject,
    overrides: (overrides ?? {}) as JsonObject,
    ...(transactionId === undefined ? {} : { transactionId }),
  };
}

/** Everybody once, in the order of their first mention; what is told later about the same one is added. */
function recipientsOf(to: Trigger["to"]): Recipient[] {
  const recipients = new Map<string, Recipient>();
  for (const one of Array.isArray(to) ? (to as WireRecipient[]) : [to]) {
    const recipient = recipientOf(one as WireRecipient);
    const known = recipients.get(recipient.subscriberId);
    const profile = { ...known?.profile, ...recipient.profile };
    recipients.set(recipient.subscriberId, {
      subscriberId: recipient.subscriberId,
      ...(Object.keys(profile).length > 0 ? { profile } : {}),
    });
  }
  return [...recipients.values()];
}

function recipientOf(one: WireRecipient): Recipient {
  if (typeof one === "string") return { subscriberId: one };
  if ("topicKey" in one) throw invalidField("to", "topics as recipients are not part of this version yet");
  if (one.channels) {
    const advice = "set them with PUT /v1/subscribers/{subscriberId}/credentials";
    throw invalidField("to", `channels of a recipient are not part of this version yet; ${advice}`);
  }
  return { subscriberId: one.subscriberId, profile: profileOf(one) };
}

/** The answer to one trigger (wire-facts 4.14). @throws AppError where nothing was accepted. */
export function toTriggerAnswer(accepted: Accepted): TriggerAnswer {
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
    case "workflow_not_found":
      throw new AppError("invalid", "workflow_not_found", {
        errors: { name: { messages: ["workflow_not_found"] } },
      });
    case "payload_refused":
      throw accepted.error;
    case "transaction_reused":
      throw invalidField(
        "transactionId",
        "transactionId was used before for a trigger with other content; use a new one",
        accepted.transactionId,
      );
  }
}

/** In a bulk, what was not accepted is an answer among the others. */
export function toBulkAnswer(accepted: Accepted): TriggerAnswer {
  try {
    return toTriggerAnswer(accepted);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const messages = Object.values(error.errors ?? {}).flatMap((entry) => entry.messages);
    return { acknowledged: true, status: "error", error: messages.length > 0 ? messages : [error.message] };
  }
}
