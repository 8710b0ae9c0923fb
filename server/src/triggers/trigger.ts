import type { ContextEntity } from "../contexts/context.ts";
import type { SubscriberKey, WorkflowId, WorkflowKey } from "../foundation/ids.ts";
import { canonicalJson, type JsonObject } from "../foundation/json.ts";
import { sha256 } from "../foundation/secrets.ts";
import type { RecipientInput } from "../subscribers/recipient-input.ts";

export type Recipient = RecipientInput;

/** A recipient in stored JSON, which has the words of the wire. */
export type StoredRecipient = Omit<Recipient, "subscriberKey"> & { subscriberId: SubscriberKey };

export function toStoredRecipient({ subscriberKey: subscriberId, ...fields }: Recipient): StoredRecipient {
  return { subscriberId, ...fields };
}

export function fromStoredRecipient({ subscriberId: subscriberKey, ...fields }: StoredRecipient): Recipient {
  return { subscriberKey, ...fields };
}

/** All members of a topic except `exclude`. */
export type TopicRecipient = { topicKey: string; exclude?: SubscriberKey[] };

/** A trigger request after the wire was read. */
export type TriggerRequest = {
  workflowKey: WorkflowKey;
  /** Each subscriber once; "everyone" is a broadcast to the environment. */
  recipients: readonly Recipient[] | "everyone";
  topics: readonly TopicRecipient[];
  /** The subscriber that caused the trigger; topics leave it out. */
  actor?: Recipient;
  contexts: readonly ContextEntity[];
  /** The key of a context that must exist. */
  tenantKey?: string;
  payload: JsonObject;
  overrides: JsonObject;
  transactionId?: string;
  /** The approximate size of the request in bytes. */
  bytes?: number;
};

/** The payload of a trigger without one; one shared object, so that cached results apply to every request. */
export const NO_PAYLOAD: JsonObject = Object.freeze({});

/** An acknowledged trigger. */
export type Trigger = {
  id: string;
  transactionId: string;
  workflowId: WorkflowId;
  workflowVersion: number;
  isBroadcast: boolean;
  recipients: readonly Recipient[];
  topics: readonly TopicRecipient[];
  actor: SubscriberKey | null;
  /** `type:id` of each context, sorted. */
  contextKeys: string[];
  payload: JsonObject;
  overrides: JsonObject;
  /** The progress of the expansion, see `next-recipients.ts`. */
  fanoutCursor: string | null;
};

/** A trigger that is not stored yet, with the hash of its content. */
export type NewTrigger = Omit<Trigger, "fanoutCursor"> & { fingerprint: Buffer };

/** Why a trigger was given up before it had reached all its recipients, by code. */
export const TRIGGER_FAILURES = {
  trigger_crashed: "Workers crashed repeatedly while they expanded the trigger",
} as const;
export type TriggerFailure = keyof typeof TRIGGER_FAILURES;

/** A trigger that can be expanded. */
export type Expandable = Trigger & {
  /** A broadcast and topics reach subscribers that existed at this time. */
  reachesUntil: Date;
};

/**
 * Equal for equal content, so that a repeated transactionId can be distinguished from a reused one. Its words are stored:
 * another word would give another fingerprint.
 */
export function fingerprintOf(request: TriggerRequest): Buffer {
  const { transactionId: _, bytes: _bytes, workflowKey, recipients, actor, ...others } = request;
  const content = {
    ...others,
    workflowIdentifier: workflowKey,
    recipients: recipients === "everyone" ? recipients : recipients.map(toStoredRecipient),
    ...(actor ? { actor: toStoredRecipient(actor) } : {}),
  };
  return sha256(canonicalJson(content));
}
