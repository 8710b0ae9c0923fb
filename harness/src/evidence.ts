/** The records of a run, and the only input of the checker. Times are milliseconds since 1970 by this machine's clock. */

/** One line of the client's history. `info` is "in doubt": the server may have accepted the trigger or not. */
export type HistoryLine = {
  at: number;
  kind: "invoke" | "ok" | "fail" | "info";
  transactionId: string;
  workflow: WorkflowName | CampaignWorkflow;
  /** subscriberIds, or the topic's members. */
  recipients: readonly string[];
  answer?: string;
  /** Response time. */
  tookMs?: number;
  /** Sent with an idempotency key: a repeated call must get the same bytes, marked as a replay. */
  isKeyed?: boolean;
  isReplay?: boolean;
};

/** One call to a provider. `mark` identifies the message by its text, so that the check does not depend on keys. */
export type ProviderCall = {
  at: number;
  provider: string;
  key: string;
  bodyHash: string;
  /** `transactionId|subscriberId|channel` */
  mark: string;
  /** transactionIds of the events in a digest. */
  events: readonly string[];
  /** Whether the provider delivered the message; a deduplicating provider delivers once per key. */
  isEffect: boolean;
  /** The answer to the server; `unanswered` is also an answer that asks for a retry. */
  outcome: "accepted" | "refused" | "unanswered";
  /** When the answer was written, or the connection ended. */
  until?: number;
  /** Of a mail server: the addresses that it took. */
  recipients?: readonly string[];
};

export type Fault = {
  at: number;
  /** End of the fault; later than `at` for a pause or a black hole. */
  until: number;
  what: string;
  /** Whether a message may be sent twice because of the fault. */
  isAmbiguous: boolean;
};

export type WorkflowName = "news" | "collect" | "later" | "crowd" | "email" | "sms";
/** Those that only the campaign of kills has (`scenarios/campaign/`). */
export type CampaignWorkflow = "ask" | "chat" | "copied" | "doomed" | "life" | "pair" | "rated" | "receipt";
type Row = { environmentId: string; id: string };
export type TriggerRow = Row & { transactionId: string; isOpen: boolean };
export type NotificationRow = Row & {
  triggerId: string;
  transactionId: string;
  /** The client's id, not the row's. */
  subscriberId: string;
  /** null for a deleted subscriber. */
  recipientEnvironmentId?: string | null;
  digestedInto: string | null;
};
export type JobRow = Row & {
  notificationId: string;
  position: number;
  type: string;
  status: string;
  isDue: boolean;
  /** Time since the job became due; 0 if it is not due. */
  overdueMs: number;
  updatedAt: number;
  /** Failed by the product, because several workers crashed while they ran it. */
  isGivenUp: boolean;
  /** Its message waited a second or more for a retry, a breaker or a place, so that the next steps began beside it. */
  isPutOff: boolean;
};
export type MessageRow = Row & {
  notificationId: string;
  jobId: string;
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

/** A counter that differs from the rows that it counts. */
export type WrongCounter = { environmentId: string; what: string; counted: number; rows: number };

export type Dump = {
  triggers: readonly TriggerRow[];
  notifications: readonly NotificationRow[];
  jobs: readonly JobRow[];
  messages: readonly MessageRow[];
  windows: readonly WindowRow[];
  digestEvents: readonly DigestEventRow[];
  wrongCounters: readonly WrongCounter[];
};

export type Evidence = {
  history: readonly HistoryLine[];
  calls: readonly ProviderCall[];
  faults: readonly Fault[];
  /** Transactions whose steps may end undelivered: throttled, poisoned, or with a deleted workflow or recipient. */
  mayFail?: readonly string[];
  dump: Dump;
  /** Providers that deliver once per key. */
  deduplicating: readonly string[];
  /** Of providers with a rate: how many calls may be in progress at the same time. */
  concurrency?: Readonly<Record<string, number>>;
  /** The logs of the servers; they must contain none of `secrets`. */
  logs: string;
  secrets: readonly string[];
  /** How much slower the machine was than an idle one; bounds of time are multiplied by it. */
  slowness: number;
};

/** `invariant` is I1 to I17, "rest", or the id of a scenario for what the scenario itself expects. */
export type Violation = { invariant: string; what: string };
