/** A request with an idempotency key. Requests with equal fingerprints are the same request. */
export type IdempotentRequest = { environmentId: string; key: string; fingerprint: Buffer };

/** A successful response: HTTP status and JSON body. */
export type ApiResponse = { status: number; body: string };

/** A response to store. `subjects`: the keys of the subscribers that it shows, and marks of addresses (`address-mark.ts`). */
export type ExecutedResponse = ApiResponse & { subjects: readonly string[] };

/** The outcome of a request with an idempotency key. */
export type IdempotentOutcome =
  | { kind: "executed"; response: ExecutedResponse }
  | { kind: "replayed"; response: ApiResponse }
  /** A request with the same key is being executed. */
  | { kind: "in_progress" }
  /** The key was used for another request. */
  | { kind: "reused" }
  /** The request was executed, but its response contained a subscriber that has been deleted since. */
  | { kind: "erased" };
