import { insertDigestEvents, joinWindows, rescheduleClosing } from "../digest/digest-store.ts";
import { findQuiet } from "../digest/last-event-store.ts";
import { enterThrottles } from "../throttle/throttle-store.ts";
import type { GateStore } from "./gates.ts";

/** The book of real runs: what the gates count is stored with what the runs come to. */
export const DATABASE_GATES: GateStore = {
  findQuiet,
  joinWindows,
  insertDigestEvents,
  rescheduleClosing,
  enterThrottles,
};
