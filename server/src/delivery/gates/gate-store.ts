import {
  countDigestEvents,
  insertCarriedEvents,
  insertDigestEvents,
  joinWindows,
  rescheduleClosing,
} from "../digest/digest-store.ts";
import { findQuiet } from "../digest/last-event-store.ts";
import { enterThrottles } from "../throttle/throttle-store.ts";
import type { GateStore } from "./gates.ts";

/** The gate store of real runs: its counts commit with the results of the runs. */
export const DATABASE_GATES: GateStore = {
  findQuiet,
  countDigestEvents,
  joinWindows,
  insertDigestEvents,
  insertCarriedEvents,
  rescheduleClosing,
  enterThrottles,
};
