import type { DeadReason, ReplayProgress } from "@tidings/contract";

export const words = {
  title: "Dead letters",
  what: "Messages that were given up. Repair the cause, then send them again.",
  lists: "Which dead letters",
  given: "Given up",
  sent: "Sent again",
  reasons: "Reasons",
  anyReason: "All reasons",
  workflow: "Workflow",
  anyWorkflow: "All workflows",
  channel: "Channel",
  anyChannel: "All channels",
  removeFilter: "Remove the filter",
  reading: "Reading the dead letters",
  cannotBeRead: "The dead letters could not be read",
  none: "Nothing was given up",
  noneWhy: "A message is given up when its provider refuses it for good, or all attempts have failed.",
  noneSent: "Nothing was sent again yet",
  noneSentWhy: "Dead letters that you send again are listed here.",
  noMatch: "No dead letter matches",
  noMatchWhy: "The filters leave nothing.",
  clear: "Clear the filters",
  unknownSubscriber: "(deleted subscriber)",
  noProvider: "no provider",
  noAnswer: "no answer",
  selectAll: "Select all on this page",
  select: "Select",
  sendSelected: "Send again…",
  clearSelection: "Clear",
  planTitle: "Send again",
  planning: "Counting what would be sent",
  planFailed: "What would be sent could not be counted",
  sendFailed: "They could not be sent again",
  includeReached: "Also those whom another channel has reached meanwhile",
  nothingToSend: "Nothing would be sent.",
  close: "Close",
  cancel: "Cancel",
  stop: "Stop",
  stopping: "It stops after this round.",
  stopped: "Stopped.",
  showSent: "Show what was sent again",
  progress: "Progress",
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

export const CHANNEL_NAMES = { email: "E-mail", sms: "SMS", chat: "Chat", push: "Push" } as const;

export const counted = (count: number): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "message" : "messages"}`;
export const selected = (count: number): string => `${count.toLocaleString("en")} selected`;
export const sendAll = (count: number): string => `Send again: all ${count.toLocaleString("en")}…`;
export const sendCount = (count: number): string => `Send ${counted(count)} again`;
export const inEnvironment = (name: string): string => `In the environment ${name}. Repair the cause first.`;
export const wouldBeSent = (count: number): string => `${counted(count)} would be sent again.`;
export const reachedMeanwhile = (count: number): string =>
  `${counted(count)} left out: another channel has reached the person meanwhile.`;
export const gone = (count: number): string =>
  `${counted(count)} left out: deleted with the person, or being sent already.`;
export const inRounds = (total: number, limit: number): string =>
  `All ${total.toLocaleString("en")} are sent in rounds of up to ${limit.toLocaleString("en")}, the oldest first. You can stop between rounds.`;
export const sentOf = (sent: number, total: number): string =>
  `${sent.toLocaleString("en")} of ${total.toLocaleString("en")} accepted to be sent again.`;
export const outcomeOf = ({ sent, failed, waiting }: ReplayProgress): string => {
  const parts = [`${sent.toLocaleString("en")} sent`];
  if (failed > 0) parts.push(`${failed.toLocaleString("en")} given up again`);
  if (waiting > 0) parts.push(`${waiting.toLocaleString("en")} not sent yet`);
  return `Of these: ${parts.join(", ")}.`;
};
export const toPerson = (person: string): string => `to ${person}`;
