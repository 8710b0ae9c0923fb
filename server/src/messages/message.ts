import type { Channel, MessageStatus, Severity } from "@tidings/contract";
import type { StepId, SubscriberId, WorkflowId } from "../foundation/ids.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import type { OtherAnswer } from "./other-answer.ts";

/** A message to one subscriber through one channel, whether it was sent or not. */
export type Message = {
  id: string;
  notificationId: string;
  /** The position of its job in the notification. */
  position: number;
  jobId: string;
  transactionId: string;
  workflowId: WorkflowId;
  stepId: StepId;
  subscriberId: SubscriberId;
  channel: Channel;
  /** null until the provider has accepted or finally refused it; it is listed after its first attempt. */
  status: MessageStatus | null;
  providerId: string | null;
  integrationId: string | null;
  subject: string | null;
  title: string | null;
  content: Json;
  /**
   * The text part of a mail whose content is prepared for sending; empty: none is made. Null or absent: not prepared (a version
   * before migration 0046 stored the mail), no mail, or a message that was not read for sending.
   */
  textPart?: string | null;
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
  /** The number of attempts through the current integration. */
  attempts: number;
  /** How far its waits for the provider's rate limit have grown (`retry-schedule.ts`); 0 unless the last attempt met it. */
  throttles: number;
  /** How often it was replayed. */
  resends: number;
  /** An attempt through the current integration had an unclear outcome (`ambiguous`): the provider may have sent it. */
  maybeSent: boolean;
  /** The integration that it had first, if it was moved to another one. */
  failedOverFrom: string | null;
  /** The last answers of its other integrations; null until it is moved, after it is sent, and for a replayed message. */
  otherAnswers: readonly OtherAnswer[] | null;
  /**
   * The next attempt is not made before this moment; null for at once. A message that is `sent` and has one is sent again to the
   * recipients that its provider refused for now.
   */
  nextAttemptAt: Date | null;
  /**
   * Marks (`recipientMark`) of the recipients to which nothing more is sent. Null or absent: none, or a message that was not read
   * for sending.
   */
  recipientsSettled?: readonly string[] | null;
  /**
   * No attempt is made after this moment; null if nothing is sent, and for a replayed message until its first
   * attempt.
   */
  expiresAt: Date | null;
  /** What an inbox filters by; only in-app messages have it. */
  inbox?: InboxFields;
  /** Sorted keys `type:id`; only a new message with contexts has it. */
  contexts?: readonly string[];
};

/** Null means none. */
export type InboxFields = {
  severity: Severity | null;
  tags: readonly string[] | null;
};

/** What the row of a message has: the rest is stored with its notification and its job only. */
export type StoredMessage = Omit<
  Message,
  "jobId" | "transactionId" | "workflowId" | "stepId" | "inbox" | "contexts"
>;

/** The content and address of a message; the other fields come from the run. */
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
