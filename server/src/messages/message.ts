import type { Channel, MessageStatus } from "@tidings/contract";
import type { Json, JsonObject } from "../foundation/json.ts";

/** What one channel carried, or failed to carry, to one subscriber. */
export type Message = {
  id: string;
  notificationId: string;
  jobId: string;
  transactionId: string;
  workflowId: string;
  stepId: string;
  /** Our id of the subscriber. */
  subscriberId: string;
  channel: Channel;
  /** null while the provider has not answered; such a message is not listed yet. */
  status: MessageStatus | null;
  providerId: string | null;
  integrationId: string | null;
  subject: string | null;
  title: string | null;
  content: Json;
  cta: JsonObject;
  email: string | null;
  phone: string | null;
  webhookUrl: string | null;
  deviceTokens: string[] | null;
  data: JsonObject | null;
  avatar: string | null;
  errorId: string | null;
  errorText: string | null;
  providerMessageId: string | null;
  /** Attempts through the integration it goes out through now. */
  attempts: number;
  /** How often it was sent again by hand. */
  resends: number;
  /** The integration that could not carry it, before this one. */
  failedOverFrom: string | null;
  /** Not before this moment; null for at once. */
  nextAttemptAt: Date | null;
  /** Nothing is sent after this moment; null where nothing is sent, and until one that is sent again has been tried. */
  expiresAt: Date | null;
};

/** What the content of a message and its address can be; the rest is known from the run. */
export type MessageContent = Partial<
  Pick<
    Message,
    | "subject"
    | "title"
    | "content"
    | "cta"
    | "email"
    | "phone"
    | "webhookUrl"
    | "deviceTokens"
    | "data"
    | "avatar"
  >
>;
