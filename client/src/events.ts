import {
  type Broadcast,
  broadcastEvent,
  cancelTrigger,
  type ExplanationInput,
  explainTrigger,
  getTriggerReport,
  type QueryOf,
  type Trigger,
  triggerEvent,
  triggerEventsBulk,
} from "@tidings/contract";
import type { Call } from "./call.ts";

export type Events = ReturnType<typeof events>;

export const events = (call: Call) => ({
  trigger: (body: Trigger) => call(triggerEvent, { body }),
  /** Up to 100 triggers; the answer has the same order. */
  triggerBulk: (triggers: Trigger[]) => call(triggerEventsBulk, { body: { events: triggers } }),
  /** To every subscriber of the environment. */
  broadcast: (body: Broadcast) => call(broadcastEvent, { body }),
  /** What the trigger would do, with `workflow` by a draft, with `at` at another moment; nothing is written or sent. */
  explain: (body: ExplanationInput) => call(explainTrigger, { body }),
  /** Counts the delivered, failed, skipped and waiting recipients, with reasons; with `includeTrigger` also what was triggered. */
  report: (transactionId: string, query: QueryOf<typeof getTriggerReport> = {}) =>
    call(getTriggerReport, { params: { transactionId }, query }),
  /** Returns whether anything was canceled. */
  cancel: (transactionId: string) => call(cancelTrigger, { params: { transactionId } }),
});
