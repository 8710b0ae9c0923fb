import {
  type Broadcast,
  broadcastEvent,
  cancelTrigger,
  explainTrigger,
  getTriggerReport,
  type Trigger,
  triggerEvent,
  triggerEventsBulk,
} from "@tidings/contract";
import type { Call } from "./call.ts";

export type Events = ReturnType<typeof events>;

export const events = (call: Call) => ({
  trigger: (body: Trigger) => call(triggerEvent, { body }),
  /** Up to 100 at once, answered in the same order. */
  triggerBulk: (triggers: Trigger[]) => call(triggerEventsBulk, { body: { events: triggers } }),
  /** To every subscriber of the environment. */
  broadcast: (body: Broadcast) => call(broadcastEvent, { body }),
  /** What the trigger would do; nothing is written or sent. */
  explain: (body: Trigger) => call(explainTrigger, { body }),
  /** How many recipients were delivered to, failed, were skipped or wait, and why. */
  report: (transactionId: string) => call(getTriggerReport, { params: { transactionId } }),
  /** Answers whether there was anything left to cancel. */
  cancel: (transactionId: string) => call(cancelTrigger, { params: { transactionId } }),
});
