/**
 * What a process counts about its work, for `GET /metrics`. Labels are words of the product (operations, statuses,
 * providers, step types): never a subscriber, a transaction or an environment, of which there may be millions.
 */
export type Metrics = {
  /** A request that was answered; the status is `aborted` when its caller left before. */
  requestAnswered(labels: { operation: string; status: string }, seconds: number): void;
  /** Triggers that were stored; a repeated transactionId is stored once. */
  triggersAccepted(count: number): void;
  /** A job reached one of its final statuses, and that is stored. */
  jobsEnded(labels: { type: string; status: string }, count: number): void;
  /** A call of a provider; `outcome` is the class of its answer. */
  attempted(labels: { provider: string; outcome: string }, seconds: number): void;
  /** A breaker that this process has opened, or opened again, or closed. */
  breakerChanged(labels: { provider: string; change: "opened" | "closed" }): void;
  messageDied(labels: { channel: string; reason: string }): void;
};

/** Counts nothing: where no setting asks for metrics. */
export const UNCOUNTED: Metrics = {
  requestAnswered: () => {},
  triggersAccepted: () => {},
  jobsEnded: () => {},
  attempted: () => {},
  breakerChanged: () => {},
  messageDied: () => {},
};
