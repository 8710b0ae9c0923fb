/** The type of a step, as a reader calls it. */
export const STEP_KINDS: Readonly<Record<string, string>> = {
  in_app: "in-app",
  email: "e-mail",
  sms: "SMS",
  chat: "chat",
  push: "push",
  digest: "digest",
  trigger: "trigger",
  delay: "delay",
  throttle: "throttle",
  custom: "custom",
};

const MESSAGES: Readonly<Record<string, string>> = {
  in_app: "the in-app message",
  email: "the e-mail",
  sms: "the SMS",
  chat: "the chat message",
  push: "the push message",
};

export const isChannel = (type: string): boolean => Object.hasOwn(MESSAGES, type);
export const kindOf = (type: string): string => STEP_KINDS[type] ?? type;
export const messageOf = (type: string): string => MESSAGES[type] ?? `step ${type}`;

/** The number with its noun. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** The texts of the timeline itself. */
export const LABELS = {
  steps: "Steps",
  details: "Details",
  noDetails: "Nothing has happened at this step.",
  retry: "retry",
  answer: "Answer",
  facts: "Particulars",
  through: "through",
  until: "until",
  after: "After",
  toGo: "to go",
} as const;

/** The texts of the list of attempts. */
export const ATTEMPT_LABELS = {
  none: "Nothing was sent through a provider at this step.",
  status: "Status",
  answer: "Answer to attempt",
  next: "Next attempt",
} as const;
