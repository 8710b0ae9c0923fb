import { canonicalJson, type JsonObject } from "../foundation/json.ts";
import { sha256 } from "../foundation/secrets.ts";
import type { SubscriberProfile } from "../subscribers/subscriber.ts";

/** Who a trigger is for: one subscriber, with what the caller tells about them. */
export type Recipient = { subscriberId: string; profile?: SubscriberProfile };

/** What a caller asks for, after the edge has read it. */
export type TriggerRequest = {
  workflowIdentifier: string;
  /** Each subscriber once; "everyone" is a broadcast to the environment. */
  recipients: readonly Recipient[] | "everyone";
  payload: JsonObject;
  overrides: JsonObject;
  transactionId?: string;
};

/** An acknowledged trigger. */
export type Trigger = {
  id: string;
  transactionId: string;
  workflowId: string;
  workflowVersion: number;
  isBroadcast: boolean;
  recipients: readonly Recipient[];
  payload: JsonObject;
  overrides: JsonObject;
  /** How far its recipients are expanded: an index into the list, or the last subscriber's id of a broadcast. */
  fanoutCursor: string | null;
  createdAt: Date;
};

/** Equal for equal content, so that a repeated transactionId can be told from a reused one. */
export function fingerprintOf(request: TriggerRequest): Buffer {
  const { workflowIdentifier, recipients, payload, overrides } = request;
  return sha256(canonicalJson({ workflowIdentifier, recipients, payload, overrides }));
}
