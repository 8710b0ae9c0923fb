/** A sentence of a document, with `{}` for each number, and the constants with these numbers: `file NAME`, in this order. */
export type Documented = readonly [sentence: string, ...constants: string[]];

/** In ARCHITECTURE.md. The paths are from `server/src/`, if they do not begin with a workspace. */
export const ARCHITECTURE: readonly Documented[] = [
  [
    "at most {} batches of one environment at once, {} in all",
    "delivery/worker/batches-in-progress MAX_BATCHES_OF_ENVIRONMENT",
    "delivery/worker/batches-in-progress MAX_BATCHES",
  ],
  ["a walk over its notifications, {} in a transaction", "delivery/erasure/erase-copies LIMIT"],
  ["in set queries, {} MB at a time", "delivery/load/portions MAX_PORTION_BYTES"],
  [
    "above {} triggers or {} MB they are queued",
    "delivery/worker/handed-over MAX_WAITING",
    "delivery/worker/handed-over MAX_WAITING_BYTES",
  ],
  [
    "at most {} triggers with {} named recipients",
    "delivery/first-runs MAX_TRIGGERS",
    "delivery/first-runs MAX_RECIPIENTS",
  ],
  ["whose reads take more than {} second:", "delivery/first-runs PATIENCE_MS"],
  [
    "while {} recipients are stored, the next {} are read",
    "delivery/expand/expand MAX_RUNS",
    "delivery/expand/expand MAX_RUNS",
  ],
  ["(`expand/next-recipients.ts`), {} at a time", "delivery/expand/expand MAX_RUNS"],
  ["texts above {} characters, lists", "templates/plain-outputs MAX_TEMPLATE_CHARS"],
  ["the end of the lease ({} s)", "delivery/queue/lease LEASE_SECONDS"],
  ["After {} crashes the job is a suspect", "delivery/queue/claim-store SUSPECT_CRASHES"],
  ["After {} crashes (`queue/crash-limit.ts`)", "delivery/queue/crash-limit CRASH_LIMIT"],
  ["After {} crashes it is given up, and", "delivery/queue/crash-limit CRASH_LIMIT"],
  ["work gathers** for {} ms", "delivery/worker/worker GATHER_MS"],
  ["at most one in {} ms, the first one", "delivery/worker/work-notifications MIN_INTERVAL_MS"],
  ["keep the workflow away, at most {} MB", "delivery/expand/filter-by-subscriptions MAX_RULE_BYTES"],
  [
    "limit one integration to {} of a worker's {} places, and one environment to {}",
    "delivery/send/places MAX_OF_INTEGRATION",
    "delivery/worker/dispatcher MAX_IN_FLIGHT",
    "delivery/send/places MAX_OF_ENVIRONMENT",
  ],
  ["looks again after {} second, then after", "receipts/record-receipts LOOK_AGAIN_MS"],
  ["in {} s that the API key of the session is still valid", "inbox/verify-session CACHED_MS"],
  ["one statement for at most {} messages", "inbox/change-inbox BATCH"],
  ["{} ms after a change it asks the service", "dashboard/src/workflows/editor/use-check DELAY_MS"],
  ["order of creation, {} rows a transaction", "delivery/retention/expired BATCH"],
  ["cached for {} s, so that every process rejects", "http/authenticate CACHED_MS"],
  ["Every {} seconds workers move the differences", "statistics/start-sums EVERY_MS"],
  ["Every {} seconds workers add the rows up", "statistics/start-sums EVERY_MS"],
  ["A page by number from offset {} on, and every page", "messages/message-walk-store JUMPED_ROWS"],
  ["A page by number from offset {} on, by states", "notifications/find-ids-store JUMPED_ROWS"],
  [
    "With more than {} such workflows or {} such triggers",
    "notifications/severity-filter-store FEW_WORKFLOWS",
    "notifications/severity-filter-store FEW_TRIGGERS",
  ],
  ["at a scrape, at most every {} seconds", "metric-readings READ_EVERY_MS"],
  ["{} MB of unanswered bodies of one environment", "http/body-budget MAX_BYTES_OF_ENVIRONMENT"],
  [
    "| {} triggers and {} jobs, {} MB of triggers",
    "delivery/worker/worker MAX_TRIGGERS",
    "delivery/worker/worker MAX_JOBS",
    "delivery/queue/claim-store MAX_CLAIM_BYTES",
  ],
  ["| {} MB, a payload counted once", "delivery/load/portions MAX_PORTION_BYTES"],
  ["| {} characters; the rest is rendered in the next round", "delivery/advance MAX_RENDERED_CHARS"],
  ["| {} MB of JSON", "database/json-pieces MAX_STATEMENT_BYTES"],
  ["| {} characters of one environment", "delivery/send/places MAX_CONTENT_OF_ENVIRONMENT"],
  ["| {} MB; it ends early and says so", "database/page-bytes PAGE_BYTES"],
  ["up to {} MB are still read and discarded", "http/oversized-body DISCARDED_BYTES"],
  [
    "{} characters, {} units of search",
    "templates/limits MAX_TEXT_CHARS",
    "templates/search-work MAX_SEARCH_UNITS",
  ],
  ["the texts of one run | {} ms", "delivery/runs/run MAX_TEXTS_MS"],
  ["| a text that was too slow {} times", "templates/render-pool MAX_TOO_SLOW"],
  ["| not rendered for {} minutes", "foundation/recent-failures REMEMBERED_MS"],
  [
    "| {} MB, {} units",
    "delivery/expand/filter-by-subscriptions MAX_RULE_BYTES",
    "delivery/expand/filter-by-subscriptions MAX_SHARE_UNITS",
  ],
  ["| {} units; {}", "conditions/work MAX_UNITS_OF_EVALUATION", "conditions/work MAX_UNITS_OF_RUN"],
  ["| {} ms of decisions, or of writing a response", "foundation/loop-turn MAX_TURN_MS"],
  [
    "| {} s, {} characters; `hasMore` reports",
    "delivery/explain/explain MAX_EXPLAIN_MS",
    "delivery/explain/explain MAX_EXPLAIN_CHARS",
  ],
  [
    "| {} s, {} characters; {} generated values",
    "delivery/preview/preview-step MAX_PREVIEW_MS",
    "delivery/preview/preview-step MAX_PREVIEW_CHARS",
    "workflows/example MAX_VALUES",
  ],
  ["grows by {} % between two collections", "foundation/heap-growth GROWTH_PERCENT"],
  ["a turn of rendering ends after {} ms", "templates/render-batch TURN_MS"],
  ["While there are {} of them, no new thread", "sandbox/stuck-threads MAX_STUCK_THREADS"],
  ["database has answered for {} seconds without a failure", "database/outage QUIET_MS"],
  [
    "share the statement (`database/shared-reads.ts`), up to {} of one environment",
    "notifications/api/get-notification TOGETHER",
  ],
  [
    "at {} waiting writes ({} reads) of a share",
    "http/load-shedding MAX_WAITING_WRITES",
    "http/load-shedding MAX_WAITING_READS",
  ],
  [
    "without one, {} writes ({} reads) of each share",
    "http/load-shedding MAX_STRAINED_WRITES",
    "http/load-shedding MAX_STRAINED_READS",
  ],
  [
    "{} requests in progress, {} MB of bodies that have arrived; {} s without a byte",
    "http/load-shedding MAX_REQUESTS_OF_STRANGER",
    "http/body-budget MAX_BYTES_OF_ADDRESS",
    "http/body-arrival SILENT_MS",
  ],
  [
    "{} of a session, {} from an address, {} of an environment",
    "dashboard/stream-places MAX_OF_SESSION",
    "dashboard/stream-places MAX_OF_ADDRESS",
    "dashboard/stream-places MAX_OF_ENVIRONMENT",
  ],
  [
    "{} of a subscriber, {} from an address, {} of an environment",
    "inbox/live/connections MAX_OF_SUBSCRIBER",
    "inbox/live/connections MAX_OF_ADDRESS",
    "inbox/live/connections MAX_OF_ENVIRONMENT",
  ],
  ["reads definitions in portions of {} MB", "workflows/workflow-list-store PORTION_BYTES"],
];

/** In docs/operating.md. */
export const OPERATING: readonly Documented[] = [
  [
    "{} waiting writes or {} waiting reads",
    "http/load-shedding MAX_WAITING_WRITES",
    "http/load-shedding MAX_WAITING_READS",
  ],
  [
    "{} requests in progress, {} MB of bodies and {} connections",
    "http/load-shedding MAX_REQUESTS_OF_STRANGER",
    "http/body-budget MAX_BYTES_OF_ADDRESS",
    "http/connection-bound MAX_CONNECTIONS",
  ],
  ["While an address has more than {} connections", "http/connection-bound MAX_KEPT"],
  ["After a refusal, more than {} are enough", "http/connection-bound MAX_KEPT_REFUSED"],
  ["that stops arriving for {} s is given up", "http/body-arrival SILENT_MS"],
  ["within {} s (408)", "http/server REQUEST_TIMEOUT_MS"],
  [
    "at most {} live streams of the dashboard, an address and an environment {} each",
    "dashboard/stream-places MAX_OF_SESSION",
    "dashboard/stream-places MAX_OF_ADDRESS",
  ],
  [
    "{} connections of a subscriber, {} from an address and {} of an environment",
    "inbox/live/connections MAX_OF_SUBSCRIBER",
    "inbox/live/connections MAX_OF_ADDRESS",
    "inbox/live/connections MAX_OF_ENVIRONMENT",
  ],
  [
    "at most {} writes and {} reads in progress",
    "http/load-shedding MAX_STRAINED_WRITES",
    "http/load-shedding MAX_STRAINED_READS",
  ],
  ["for {} seconds after a refused write", "delivery/worker/readiness FULL_FOR_MS"],
];

/** In CONTRIBUTING.md. */
export const CONTRIBUTING: readonly Documented[] = [
  ["a file at most about 200 (tested: {};", "server/architecture.test MAX_LINES"],
  ["in the present tense, at most {} characters", "server/architecture.test MAX_TITLE_CHARACTERS"],
];
