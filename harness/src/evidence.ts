/** What a run leaves behind, and all the checker looks at. Times are milliseconds since 1970 of this machine. */

/** One line of a caller's diary. `info` is "in doubt": it may have been taken or not. */
export type HistoryLine = {
  at: number;
  kind: "invoke" | "ok" | "fail" | "info";
  transactionId: string;
  workflow: WorkflowName;
  /** subscriberIds, or the topic's members. */
  recipients: readonly string[];
  answer?: string;
  /** How long the caller waited for it. */
  tookMs?: number;
  /** Said under an idempotency key: then it is answered with the very same bytes, and told that it is a replay. */
  isKeyed?: boolean;
  isReplay?: boolean;
};

/** One call at a provider. `mark` says in the message's own text for whom it is, so that no key has to be believed. */
export type ProviderCall = {
  at: number;
  provider: string;
  key: string;
  bodyHash: string;
  /** `transactionId|subscriberId|channel` */
  mark: string;
  /** transactionIds a digest told of. */
  events: readonly string[];
  /** Something was really delivered: a provider that knows its keys does that once per key. */
  isEffect: boolean;
  /** What the caller was told; `unanswered` is also "later". */
  outcome: "accepted" | "refused" | "unanswered";
};

export type Fault = {
  at: number;
  /** Later than `at` for what lasts: a pause, a black hole. */
  until: number;
  what: string;
  /** Whether a message may go out twice because of it. */
  isAmbiguous: boolean;
};

export type WorkflowName = "news" | "collect" | "later" | "crowd" | "letter" | "text";
type Row = { environmentId: string; id: string };
export type TriggerRow = Row & { transactionId: string; isOpen: boolean };
export type NotificationRow = Row & {
  triggerId: string;
  transactionId: string;
  /** The caller's id. */
  subscriberId: string;
  /** null for a subscriber who is deleted. */
  recipientEnvironmentId?: string | null;
  digestedInto: string | null;
};
export type JobRow = Row & {
  notificationId: string;
  position: number;
  type: string;
  status: string;
  isDue: boolean;
  /** How long it has been due, where it is. */
  overdueMs: number;
  updatedAt: number;
  /** Held by worker after worker that died: taken for the cause, and not tried again. */
  isGivenUp: boolean;
};
export type MessageRow = Row & {
  notificationId: string;
  jobId: string;
  transactionId: string;
  subscriberId: string;
  channel: string;
  status: string | null;
};
export type WindowRow = {
  environmentId: string;
  jobId: string;
  notificationId: string;
  /** Workflow, step, subscriber and digest key. */
  key: string;
  eventCount: number;
  isOpen: boolean;
};
export type DigestEventRow = {
  environmentId: string;
  windowJobId: string;
  notificationId: string;
  seq: number;
};

export type Dump = {
  triggers: readonly TriggerRow[];
  notifications: readonly NotificationRow[];
  jobs: readonly JobRow[];
  messages: readonly MessageRow[];
  windows: readonly WindowRow[];
  digestEvents: readonly DigestEventRow[];
};

export type Evidence = {
  history: readonly HistoryLine[];
  calls: readonly ProviderCall[];
  faults: readonly Fault[];
  /** Transactions whose steps may end otherwise than delivered: throttled, poisoned, or robbed of what they need. */
  excused?: readonly string[];
  dump: Dump;
  /** Providers that deliver a key once. */
  deduplicating: readonly string[];
  /** What the servers wrote to their logs, and words that must not stand there. */
  logs: string;
  secrets: readonly string[];
};

/** `invariant` as in reliability-facts 9.1. */
export type Violation = { invariant: string; what: string };
