import { insertDigestEvents, joinWindows, redateOpeners } from "../digest-store.ts";
import { findQuiet } from "./digest-mark-store.ts";
import type { GateBook } from "./gates.ts";
import { enterThrottles } from "./throttle-store.ts";

/** The book of real runs: what the gates count is stored with what the runs come to. */
export const KEPT_BOOK: GateBook = {
  findQuiet,
  joinWindows,
  insertDigestEvents,
  redateOpeners,
  enterThrottles,
};
