import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

/**
 * What a process counts about its work, for `GET /metrics`. Labels are words of the product (operations, statuses,
 * providers, step types): never a subscriber, a transaction or an environment, of which there may be millions.
 */
export type Metrics = {
  /** A request that was answered; the status is `aborted` when its caller left before. */
  requestAnswered(labels: { operation: string; status: string }, seconds: number): void;
  /** Triggers that were stored; a repeated transactionId is stored once. */
  triggersAccepted(count: number): void;
  /** A job that came to one of its ends, and is stored so. */
  jobsEnded(labels: { type: string; status: string }, count: number): void;
  /** A call of a provider; `outcome` is the class of what it came to. */
  attempted(labels: { provider: string; outcome: string }, seconds: number): void;
  /** A breaker that this process has opened, or opened again, or closed. */
  breakerChanged(labels: { provider: string; change: "opened" | "closed" }): void;
  messageDied(labels: { channel: string; reason: string }): void;
  /** Where gauges register themselves. */
  readonly registry: Registry;
  /** Adds what Node.js knows of the process (memory, CPU, event loop, garbage collection); costs a little all the time. */
  watchProcess(): void;
};

/** In seconds: from what the cache answers to what times out. */
const REQUEST_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30];
const ATTEMPT_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: "tidings_http_request_duration_seconds",
    help: "Requests, from the first byte to the end of the answer, by operation and status.",
    labelNames: ["operation", "status"],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const attempts = new Histogram({
    name: "tidings_provider_attempt_duration_seconds",
    help: "Calls of providers, by provider and class of outcome.",
    labelNames: ["provider", "outcome"],
    buckets: ATTEMPT_BUCKETS,
    registers,
  });
  const count = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `tidings_${name}`, help, labelNames, registers });
  const triggers = count("triggers_accepted_total", "Triggers that were stored.");
  const jobs = count("jobs_ended_total", "Jobs that came to an end, by step type and status.", [
    "type",
    "status",
  ]);
  const breakers = count("breaker_changes_total", "Breakers that this process opened or closed.", [
    "provider",
    "change",
  ]);
  const dead = count("dead_letters_total", "Messages that were given up, by channel and reason.", [
    "channel",
    "reason",
  ]);
  return {
    registry,
    requestAnswered: (labels, seconds) => requests.observe(labels, seconds),
    triggersAccepted: (stored) => triggers.inc(stored),
    jobsEnded: (labels, ended) => jobs.inc(labels, ended),
    attempted: (labels, seconds) => attempts.observe(labels, seconds),
    breakerChanged: (labels) => breakers.inc(labels),
    messageDied: (labels) => dead.inc(labels),
    watchProcess: () => collectDefaultMetrics({ register: registry }),
  };
}
