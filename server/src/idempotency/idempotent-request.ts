/** A request under an idempotency key. Equal fingerprints: the same request. */
export type IdempotentRequest = { environmentId: string; key: string; fingerprint: Buffer };

/** An answer of success, as it goes out. */
export type Answer = { status: number; body: string };

/** What became of a request under an idempotency key. */
export type IdempotentOutcome =
  | { kind: "executed" | "replayed"; answer: Answer }
  /** A twin is being executed at this moment. */
  | { kind: "in_progress" }
  /** The key belongs to another request. */
  | { kind: "reused" }
  /** The request was executed, but its answer named a subscriber that was deleted since. */
  | { kind: "erased" };
