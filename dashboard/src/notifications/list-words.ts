import type { NotificationFilters } from "./list-filters.ts";

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
  channel: "Channel",
  code: "Reason",
  from: "From",
  to: "Until",
};
