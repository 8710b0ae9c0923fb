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
  retry: "retry",
  answer: "Answer",
  facts: "Particulars",
  through: "through",
  until: "until",
  after: "After",
  toGo: "to go",
} as const;

/** The texts of making the next attempt now. */
export const RETRY_WORDS = {
  now: "Try now",
  reaches: (person: string) => `This makes the next attempt to reach ${person} now.`,
  begun: "The next attempt is being made",
  refused: "It could not be tried now",
  breaker_open: (until: string | undefined) =>
    `The message waits on: its integration keeps failing and is not called${until ? ` until ${until}` : ""}`,
  waits_for_rate: (until: string | undefined) =>
    `The message waits on: its provider asked not to be called${until ? ` until ${until}` : ""}`,
  integration_off: (_: string | undefined) => "The message waits on: its integration is switched off",
} as const;

/** The texts of what would happen. Its steps read as those of a record. */
export const EXPLANATION_LABELS = {
  nothingSent: "Nothing is sent: this is what a trigger would do, if providers accept every message.",
  message: "The message",
} as const;

/** The texts of the list of attempts. */
export const ATTEMPT_LABELS = {
  none: "Nothing was sent through a provider at this step.",
  status: "Status",
  answer: "Answer to attempt",
  next: "Next attempt",
} as const;
