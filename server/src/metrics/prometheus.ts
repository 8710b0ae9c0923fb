import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { Metrics } from "./metrics.ts";

/** The metrics as Prometheus metrics. */
export type Prometheus = Metrics & {
  /** The registry of metrics that are read at each scrape. */
  readonly registry: Registry;
};

/** In seconds: from cached responses to time-outs. */
const REQUEST_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30];
const ATTEMPT_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Also adds Node.js's own metrics of the process (memory, CPU, event loop, garbage collection). Loading the package takes
 * half as long as loading the HTTP server, so this file is imported only when metrics are enabled.
 */
export function createPrometheus(): Prometheus {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: "tidings_http_request_duration_seconds",
    help: "Requests, from the first byte to the end of the response, by operation and status.",
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
  const jobs = count("jobs_ended_total", "Jobs that reached a final status, by step type and status.", [
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
  };
}
