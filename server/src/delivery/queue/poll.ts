/** A worker looks into the queue at least this often, also without a hint. */
export const POLL_MS = 1_000;
