import { insertDigestEvents, joinWindows, redateOpeners } from "../digest/digest-store.ts";
import { findQuiet } from "../digest/last-event-store.ts";
import { enterThrottles } from "../throttle/throttle-store.ts";
import type { GateBook } from "./gates.ts";

/** The book of real runs: what the gates count is stored with what the runs come to. */
export const KEPT_BOOK: GateBook = {
  findQuiet,
  joinWindows,
  insertDigestEvents,
  redateOpeners,
  enterThrottles,
};
