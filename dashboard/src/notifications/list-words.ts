import type { NotificationFilters } from "./list-filters.ts";
import type { Period } from "./period.ts";

export const words = {
  title: "Notifications",
  lists: "Which notifications",
  attention: "Needs attention",
  waiting: "Waiting",
  delivered: "Delivered",
  skipped: "Skipped",
  all: "All",
  workflow: "Workflow",
  anyWorkflow: "All workflows",
  channel: "Channel",
  anyChannel: "All channels",
  period: "Period",
  from: "From",
  to: "Until",
  select: "Select the row",
  cancelSelected: "Cancel…",
  cancelTitle: "Cancel notifications",
  nothingToCancel: "All selected ones are over: there is nothing to cancel.",
  keep: "Keep them",
  stop: "Stop",
  close: "Close",
  progress: "Progress",
  stopped: "Stopped: the others go on.",
  triggerAgain: "Trigger again…",
  oneWorkflow: "Only notifications of one workflow can be triggered again together.",
  payloadsDiffer: "Their payloads differ, so that the form has none of them. Fill it in.",
  notTriggered: "The form could not be filled",
  search: "Subscriber, e-mail or transaction",
  reading: "Reading the notifications",
  cannotBeRead: "The notifications could not be read",
  none: "No notifications yet",
  noneWhy: "A notification is what one subscriber gets from one trigger of a workflow. Trigger one:",
  noneCommand: "npx tidings trigger welcome --to ada",
  noAttention: "Nothing needs attention",
  noAttentionWhy:
    "No notification has failed for a reason that is yours to repair, and none is being tried again.",
  noMatch: "No notification matches",
  noMatchWhy: "The filters leave nothing.",
  clear: "Clear the filters",
  removeFilter: "Remove the filter",
  unknownWorkflow: "(deleted workflow)",
  unknownSubscriber: "(deleted subscriber)",
} as const;

/** "1 step failed", beside a state. */
export const failedSteps = (count: number): string =>
  count === 1 ? "1 step failed" : `${count} steps failed`;

/** Filters that come with links from other screens, and are shown as chips. */
export const CHIPS: Partial<Record<keyof NotificationFilters, string>> = {
  subscriber: "Subscriber",
  transaction: "Transaction",
  code: "Reason",
};

/** How far back the list goes. */
export const PERIODS: Readonly<Record<Period, string>> = {
  all: "All times",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  own: "From and until…",
};

export const counted = (count: number): string =>
  count === 1 ? "1 notification" : `${count.toLocaleString("en")} notifications`;

/** What canceling the selected ones does. */
export const cancelWhat = (waiting: number): string =>
  `${counted(waiting)} will end: no step of ${waiting === 1 ? "it" : "them"} that still waits will run. What was sent stays sent.`;
export const alreadyOver = (count: number): string =>
  `${counted(count)} of the selected ${count === 1 ? "is" : "are"} over already, and ${count === 1 ? "stays" : "stay"} as ${count === 1 ? "it is" : "they are"}.`;
export const cancelCount = (count: number): string => `Cancel ${counted(count)}`;
export const canceledOf = (done: number, total: number): string =>
  `${done.toLocaleString("en")} of ${total.toLocaleString("en")} canceled.`;
export const overMeanwhile = (count: number): string =>
  `${counted(count)} had ended meanwhile: nothing was left to cancel.`;
export const notCanceled = (count: number): string => `${counted(count)} could not be canceled:`;
