import { Type } from "typebox";

/** An enum schema (`{type:"string", enum:[…]}`) that keeps the literal types. */
export function words<const W extends readonly string[]>(list: W, options: { description?: string } = {}) {
  return Type.Enum<[...W]>([...list] as unknown as [...W], { type: "string", ...options });
}

export const CHANNELS = ["in_app", "email", "sms", "chat", "push"] as const;
export type Channel = (typeof CHANNELS)[number];

export const STEP_TYPES = [
  "in_app",
  "email",
  "sms",
  "chat",
  "push",
  "digest",
  "trigger",
  "delay",
  "throttle",
  "custom",
] as const;
export type StepType = (typeof STEP_TYPES)[number];

/** Statuses of a job; in the specification, the status is a free string. */
export const JOB_STATUSES = [
  "pending",
  "queued",
  "running",
  "completed",
  "failed",
  "delayed",
  "canceled",
  "merged",
  "skipped",
] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** A job with one of these goes on; every other status is final, unless an operator replays, resends or cancels. */
export const OPEN_JOB_STATUSES: readonly JobStatus[] = ["pending", "queued", "delayed", "running"];

/** `merged`: it went into the digest of another notification; a trigger report counts it as skipped. */
export const NOTIFICATION_STATES = ["waiting", "delivered", "failed", "skipped", "merged"] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

export const MESSAGE_STATUSES = ["sent", "error", "warning"] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const DETAIL_STATUSES = [
  "Success",
  "Warning",
  "Failed",
  "Pending",
  "Queued",
  "ReadConfirmation",
] as const;
export type DetailStatus = (typeof DETAIL_STATUSES)[number];

export const DETAIL_SOURCES = ["Credentials", "Internal", "Payload", "Webhook"] as const;
export type DetailSource = (typeof DETAIL_SOURCES)[number];

export const SEVERITIES = ["high", "medium", "low", "none"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Where a link of an in-app message opens. */
export const LINK_TARGETS = ["_self", "_blank", "_parent", "_top", "_unfencedTop"] as const;
export type LinkTarget = (typeof LINK_TARGETS)[number];

export const TIME_UNITS = ["seconds", "minutes", "hours", "days", "weeks", "months"] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

export const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const ORIGINS = ["svc-cloud", "svc-cloud-v1", "external"] as const;
export type Origin = (typeof ORIGINS)[number];
