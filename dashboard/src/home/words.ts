import type { DeadReason } from "@tidings/contract";

export const words = {
  title: "Home",
  good: "Nothing needs attention",
  goodWhy: "No message is held back or was given up, and no step failed for a reason that you can repair.",
  reading: "Reading what needs attention",
  unread: "What needs attention could not be read",
  now: "Now",
  readingNow: "Reading the state of the system",
  nowUnread: "The state of the system could not be read",
  waiting: "Waiting steps",
  next: "Next one",
  queue: "Due, not started",
  workers: "Workers",
  deadLetters: "Dead letters",
  breakers: "Open circuit breakers",
  store: "Database",
  integrations: "Integrations",
  noIntegrations: "No provider is connected.",
  outcomes: "Delivered and failed",
  period: "Period",
  outcomesUnread: "The counts could not be read",
  readingOutcomes: "Reading the counts",
  when: "From",
  delivered: "Delivered",
  failed: "Failed",
  asTable: "Show as table",
  last: "Last notifications",
  allNotifications: "All notifications",
  readingLast: "Reading the last notifications",
  lastUnread: "The last notifications could not be read",
  none: "No notifications yet",
  noneWhy: "Each trigger of a workflow makes a notification for every recipient.",
  unknownSubscriber: "(deleted subscriber)",
  unknownWorkflow: "(deleted workflow)",
  steps: "First steps",
  putAway: "Hide",
  send: "Send it",
  notSent: "It could not be sent",
  done: "Done",
  choose: "Choose one",
  makeSample: "Make a sample",
  change: "Change it",
  howToCall: "See how",
  off: "is switched off",
  notCalled: "keeps failing and is not called for a while",
  failing: "fails",
} as const;

export const PERIODS = { hour: "Last 24 hours", day: "Last 30 days" } as const;

/** Why messages through an integration were given up. */
export const GIVEN_UP: Readonly<Record<DeadReason, string>> = {
  config_error: "refuses the account or its settings",
  recipient_error: "does not reach the address",
  rejected: "refuses the message",
  attempts_spent: "all attempts failed",
  expired: "too late to send",
  maybe_delivered: "may have delivered, so nothing was tried again",
  step_failed: "their step had ended",
};

export const FIRST_STEPS = {
  sent: "Send the sample workflow to yourself",
  arrived: "See it arrive",
  changed: "Change a text of a workflow",
  connected: "Connect a provider",
  called: "Trigger it from your code",
} as const;
export type FirstStep = keyof typeof FIRST_STEPS;

/** What the sample workflow says. */
export const SAMPLE = {
  workflowId: "welcome",
  stepId: "inbox",
  subscriberId: "me",
  text: "hello from the dashboard",
} as const;

const number = (count: number): string => count.toLocaleString("en");
const many = (count: number, [one, more]: readonly [string, string]): string =>
  `${number(count)} ${count === 1 ? one : more}`;

export const totalSentence = ({
  notifications,
  delivered,
  failed,
}: Readonly<Record<string, number>>): string =>
  [
    many(notifications ?? 0, ["notification", "notifications"]),
    many(delivered ?? 0, ["message delivered", "messages delivered"]),
    many(failed ?? 0, ["step failed", "steps failed"]),
  ].join(" · ");
export const thingsNeedAttention = (count: number): string =>
  many(count, ["thing needs attention", "things need attention"]);
export const heldBack = (count: number): string =>
  count >= 1_000 ? "1,000 or more messages wait" : many(count, ["message waits", "messages wait"]);
export const givenUp = (count: number, isCapped: boolean): string =>
  isCapped
    ? `${number(count)} or more messages given up`
    : many(count, ["message given up", "messages given up"]);
export const notificationsFailed = (count: number, isCapped: boolean): string =>
  isCapped ? `${number(count)} or more notifications` : many(count, ["notification", "notifications"]);
export const capped = (count: number, isCapped: boolean): string =>
  isCapped ? `more than ${number(count)}` : number(count);
export const dueFor = (count: string, seconds: number): string =>
  `${count}, the oldest for ${seconds.toLocaleString("en", { maximumFractionDigits: 1 })} s`;
export const storeIs = (version: string, bytes: number): string =>
  `PostgreSQL ${version}, ${number(Math.round(bytes / 1_048_576))}\u00a0MB`;
export const stepTitle = (step: FirstStep, isDone: boolean): string =>
  `${isDone ? `${words.done}: ` : ""}${FIRST_STEPS[step]}`;
export const removedProvider = "A provider that was deleted";
