import type { ContextEntity } from "../contexts/context.ts";
import { canonicalJson, type JsonObject } from "../foundation/json.ts";
import { sha256 } from "../foundation/secrets.ts";
import type { ChannelCredentials, SubscriberProfile } from "../subscribers/subscriber.ts";

/** Who a trigger is for: one subscriber, with what the caller tells about them. */
export type Recipient = {
  subscriberId: string;
  profile?: SubscriberProfile;
  /** Chat and push addresses the caller brings along. */
  channels?: ChannelGiven[];
};
export type ChannelGiven = {
  providerId: string;
  integrationIdentifier?: string;
  credentials: ChannelCredentials;
};

/** All members of a topic but those left out, by the caller's ids. */
export type TopicRecipient = { topicKey: string; exclude?: string[] };

/** What a caller asks for, after the edge has read it. */
export type TriggerRequest = {
  workflowIdentifier: string;
  /** Each subscriber once; "everyone" is a broadcast to the environment. */
  recipients: readonly Recipient[] | "everyone";
  topics: readonly TopicRecipient[];
  /** Who caused it, by the caller's id; topics leave them out. */
  actor?: Recipient;
  contexts: readonly ContextEntity[];
  /** Key of the context that has to be stored already. */
  tenantKey?: string;
  payload: JsonObject;
  overrides: JsonObject;
  transactionId?: string;
  /** About how many bytes the request brought. */
  bytes?: number;
};

/** A payload that is not given; one object, so that what is known of it is known for every request. */
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
  /** How far its recipients are expanded, see `next-recipients.ts`. */
  fanoutCursor: string | null;
};

/** Why a trigger was given up before it had reached all its recipients, by code. */
export const TRIGGER_FAILURES = {
  trigger_crashed: "Workers ended again and again while they expanded the trigger",
} as const;
export type TriggerFailure = keyof typeof TRIGGER_FAILURES;

/** A trigger whose recipients can be told. */
export type Expandable = Trigger & {
  /** A broadcast and topics reach who was there at this moment, in the time in which subscribers are made. */
  reachesUntil: Date;
};

/** Equal for equal content, so that a repeated transactionId can be told from a reused one. */
export function fingerprintOf(request: TriggerRequest): Buffer {
  const { transactionId: _, bytes: _bytes, ...content } = request;
  return sha256(canonicalJson(content));
}
