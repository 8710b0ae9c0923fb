import type { ContextEntity } from "../contexts/context.ts";
import { canonicalJson, type JsonObject } from "../foundation/json.ts";
import { sha256 } from "../foundation/secrets.ts";
import type { ChannelCredentials, SubscriberProfile } from "../subscribers/subscriber.ts";

/** A recipient: one subscriber, with the fields that the caller sets. */
export type Recipient = {
  subscriberId: string;
  profile?: SubscriberProfile;
  /** Chat and push addresses in the trigger. */
  channels?: ChannelGiven[];
};
export type ChannelGiven = {
  providerId: string;
  integrationIdentifier?: string;
  credentials: ChannelCredentials;
};

/** All members of a topic except `exclude`, by the caller's ids. */
export type TopicRecipient = { topicKey: string; exclude?: string[] };

/** A trigger request after the wire was read. */
export type TriggerRequest = {
  workflowIdentifier: string;
  /** Each subscriber once; "everyone" is a broadcast to the environment. */
  recipients: readonly Recipient[] | "everyone";
  topics: readonly TopicRecipient[];
  /** The subscriber that caused the trigger, by the caller's id; topics leave it out. */
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
  workflowId: string;
  workflowVersion: number;
  isBroadcast: boolean;
  recipients: readonly Recipient[];
  topics: readonly TopicRecipient[];
  actor: string | null;
  /** `type:id` of each context, sorted. */
  contextKeys: string[];
  payload: JsonObject;
  overrides: JsonObject;
  /** The progress of the expansion, see `next-recipients.ts`. */
  fanoutCursor: string | null;
};

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

/** Equal for equal content, so that a repeated transactionId can be distinguished from a reused one. */
export function fingerprintOf(request: TriggerRequest): Buffer {
  const { transactionId: _, bytes: _bytes, ...content } = request;
  return sha256(canonicalJson(content));
}
