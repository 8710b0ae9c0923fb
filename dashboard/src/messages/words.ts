import type { MessageStatus } from "@tidings/contract";

/** The texts of the list of messages and of the page of one. */
export const words = {
  title: "Messages",
  one: "Message",
  channel: "Channel",
  anyChannel: "All channels",
  status: "Status",
  anyStatus: "Any status",
  workflow: "Workflow",
  anyWorkflow: "All workflows",
  subscriber: "Subscriber's id",
  integration: "Integration",
  notification: "Notification",
  transaction: "Transaction",
  removeFilter: "Remove the filter",
  reading: "Reading the messages",
  cannotBeRead: "The messages could not be read",
  none: "No messages yet",
  noneWhy: "A message is what one channel carried to one subscriber. A trigger of a workflow makes them:",
  noneCommand: "npx tidings trigger welcome --to ada",
  noMatch: "No message matches",
  noMatchWhy: "The filters leave nothing.",
  clear: "Clear the filters",
  readingOne: "Reading the message",
  oneCannotBeRead: "The message could not be read",
  to: "To",
  through: "Through",
  attempts: "Attempts",
  nextAttempt: "Next attempt",
  otherAnswers: "Other integrations",
  trigger: "Trigger",
  itsNotification: "Open the notification",
  error: "Why it was not sent",
  content: "As sent",
  life: "What happened",
  payload: "Payload of the trigger",
  overrides: "Overrides of the trigger",
  sendAgain: "Send again",
  sendAgainTitle: "Send this message again?",
  sendAgainWhat: (to: string) =>
    `It goes to ${to} once more, as it was rendered. The provider gets a new key, so it may arrive twice.`,
  sentAgain: "The message is being sent again",
  cannotBeSentAgain: "The message could not be sent again",
  delete: "Delete…",
  deleteTitle: "Delete this message?",
  deleteWhat:
    "Its text goes, also from the inbox. What was sent stays with the recipient, and the notification keeps its record. This cannot be undone.",
  doDelete: "Delete",
  deleted: "The message is deleted",
  cannotBeDeleted: "The message could not be deleted",
  more: "More actions",
  someone: "a deleted subscriber",
} as const;

export const STATUS_WORDS: Record<MessageStatus, string> = {
  sent: "Sent",
  error: "Given up",
  warning: "Waiting",
};

/** What happened to a message, in order. */
export const LIFE_WORDS = {
  created: "Created",
  sent: "Accepted by the provider",
  stored: "In the inbox",
  further: "Accepted again, or reported as delivered",
  seen: "Seen",
  read: "Read",
  next: "Next attempt",
} as const;
