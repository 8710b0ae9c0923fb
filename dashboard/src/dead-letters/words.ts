import type { DeadReason, ReplayedWorkflow, ReplayProgress } from "@tidings/contract";
import { CHANNEL_NAMES } from "../timeline/message-words.ts";

export const words = {
  title: "Dead letters",
  what: "Messages that were given up. Repair the cause, then send them again; discard those that are not needed any more.",
  lists: "Which dead letters",
  given: "Given up",
  sent: "Sent again",
  discarded: "Discarded",
  reasons: "Reasons",
  anyReason: "All reasons",
  workflow: "Workflow",
  anyWorkflow: "All workflows",
  channel: "Channel",
  anyChannel: "All channels",
  removeFilter: "Remove the filter",
  givenUpFrom: "Given up from",
  givenUpTo: "to",
  from: "Given up at or after",
  to: "Given up at or before",
  reading: "Reading the dead letters",
  cannotBeRead: "The dead letters could not be read",
  noMatch: "No dead letter matches",
  noMatchWhy: "The filters leave nothing.",
  clear: "Clear the filters",
  unknownSubscriber: "(deleted subscriber)",
  noProvider: "no provider",
  noAnswer: "no answer",
  select: "Select the row",
  sendSelected: "Send again…",
  discardSelected: "Discard…",
  planTitle: "Send again",
  planning: "Counting what would be sent",
  planFailed: "What would be sent could not be counted",
  sendFailed: "They could not be sent again",
  includeReached: "Also people who were reached another way",
  nothingToSend: "Nothing would be sent.",
  close: "Close",
  cancel: "Cancel",
  stop: "Stop",
  stopping: "It stops after this round.",
  stopped: "Stopped.",
  showSent: "Show what was sent again",
  progress: "Progress",
  discardTitle: "Discard",
  discardCounting: "Counting what would be discarded",
  discardCountFailed: "What would be discarded could not be counted",
  discardFailed: "They could not be discarded",
  nothingToDiscard: "Nothing would be discarded.",
  discardWhat:
    "Nothing is sent. What is discarded leaves this list and the counts, and is not sent again from here. Its message and its notification stay, and show that you discarded it.",
  showDiscarded: "Show what was discarded",
} as const;

/** What stands in place of an empty list. */
export const NO_ROWS = {
  given: {
    title: "Nothing was given up",
    why: "A message is given up when its provider refuses it for good, or all attempts have failed.",
  },
  sent: {
    title: "Nothing was sent again yet",
    why: "Dead letters that you send again are listed here.",
  },
  discarded: {
    title: "Nothing was discarded",
    why: "Dead letters that you discard, because they are not needed any more, are listed here.",
  },
} as const;

/** The names of reasons. */
export const REASONS: Record<DeadReason, string> = {
  config_error: "Account or integration refused",
  recipient_error: "Address cannot be reached",
  rejected: "Provider refused the message",
  attempts_spent: "All attempts failed",
  expired: "Too late to send",
  maybe_delivered: "May have been delivered",
  step_failed: "Its step had ended",
};

/** The names of the filters that are shown as chips. */
export const CHIPS = {
  subscriber: "Subscriber",
  transaction: "Transaction",
  integration: "Integration",
  replay: "Sent again together",
} as const;

export const counted = (count: number): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "message" : "messages"}`;
export const sendAll = (count: number): string => `Send again: all ${count.toLocaleString("en")}…`;
export const sendCount = (count: number): string => `Send ${counted(count)} again`;
export const inEnvironment = (name: string): string => `In the environment ${name}. Repair the cause first.`;
export const wouldBeSent = (count: number): string => `${counted(count)} would be sent again.`;
/** Why messages of a workflow are left out: one sentence for each step that has reached the people, and one for the rest. */
export function leftOutOf({ workflowId, skipped: { gone }, reachedBy }: ReplayedWorkflow): string[] {
  return [
    ...reachedBy.map(({ stepId, channel, reason, count }) => {
      const by = `“${stepId ?? CHANNEL_NAMES[channel]}”`;
      const why = reason === "stands_in" ? `${by} stands in for it and was sent` : `${by} was sent since`;
      return `${workflowId}: ${counted(count)} left out: ${why}.`;
    }),
    ...(gone > 0
      ? [`${workflowId}: ${counted(gone)} left out: deleted with the person, or being sent already.`]
      : []),
  ];
}
export const inRounds = (total: number, limit: number): string =>
  `All ${total.toLocaleString("en")} are sent in rounds of up to ${limit.toLocaleString("en")}, the oldest first. You can stop between rounds.`;
export const discardAll = (count: number): string => `Discard: all ${count.toLocaleString("en")}…`;
export const discardCount = (count: number): string => `Discard ${counted(count)}`;
export const inThe = (name: string): string => `In the environment ${name}.`;
export const wouldBeDiscarded = (count: number): string => `${counted(count)} would be discarded.`;
export const discardedOf = (done: number, total: number): string =>
  `${done.toLocaleString("en")} of ${total.toLocaleString("en")} discarded.`;
export const discardedBy = (name: string): string => `by ${name}`;
export const discardRounds = (total: number, limit: number): string =>
  `All ${total.toLocaleString("en")} are discarded in rounds of up to ${limit.toLocaleString("en")}, the oldest first. You can stop between rounds.`;
export const sentOf = (sent: number, total: number): string =>
  `${sent.toLocaleString("en")} of ${total.toLocaleString("en")} accepted to be sent again.`;
export const outcomeOf = ({ sent, failed, waiting }: ReplayProgress): string => {
  const parts = [`${sent.toLocaleString("en")} sent`];
  if (failed > 0) parts.push(`${failed.toLocaleString("en")} given up again`);
  if (waiting > 0) parts.push(`${waiting.toLocaleString("en")} not sent yet`);
  return `Of these: ${parts.join(", ")}.`;
};
export const toPerson = (person: string): string => `to ${person}`;
