/**
 * The metrics of a process for `GET /metrics`. Labels are terms of the product (operations, statuses, providers, step
 * types), never subscribers, transactions or environments: there may be millions of them.
 */
export type Metrics = {
  /** A finished request; the status is `aborted` when the client disconnected earlier. */
  requestAnswered(labels: { operation: string; status: string }, seconds: number): void;
  /** Stored triggers; a repeated transactionId counts once. */
  triggersAccepted(count: number): void;
  /** Jobs that reached a final status, after the commit. */
  jobsEnded(labels: { type: string; status: string }, count: number): void;
  /** A call of a provider; `outcome` is the class of its result. */
  attempted(labels: { provider: string; outcome: string }, seconds: number): void;
  /** A breaker that this process opened, reopened or closed. */
  breakerChanged(labels: { provider: string; change: "opened" | "closed" }): void;
  messageDied(labels: { channel: string; reason: string }): void;
};

/** Counts nothing: used when metrics are disabled. */
export const UNCOUNTED: Metrics = {
  requestAnswered: () => {},
  triggersAccepted: () => {},
  jobsEnded: () => {},
  attempted: () => {},
  breakerChanged: () => {},
  messageDied: () => {},
};
