import { counted } from "../../timeline/words.ts";
import { isObject, type Members } from "./json.ts";

/** The texts of the form of a step. */
export const words = {
  reading: "Reading the form of the step",
  more: "More settings",
  other: "Other values",
  otherHelp: "Values that this form has no field for. They stay unchanged.",
  customValues: "Values",
  customHelp:
    "An object of your own. Its texts may use Liquid; later steps read them as results of this step.",
  notJson: "This is no JSON yet.",
  notObject: "This is no JSON object: the draft keeps the last one that was.",
  wholeNumber: "A whole number from 1.",
  unused: "Set, but not used with the choice above.",
  asText: "as text",
  asJson: "as JSON",
  asField: "as a field",
  optional: "optional",
  linkAddress: "Address",
  linkTarget: "Opens in",
  buttonLabel: "Text of the button",
  remove: "Remove",
  addButton: "Add",
  every: "Every",
  cron: "Cron expression",
  cronHelp: "Minute, hour, day of the month, month, day of the week; or with seconds first.",
  minute: "Minute",
  time: "At",
  days: "On",
  day: "Day",
  lastDay: "The last day",
  next: "Next",
  ofSubscriber: "in the subscriber's time zone",
  noMoments: "No moment within five years.",
  momentsUnknown:
    "The next moments are not shown for this expression; the rehearsal says what the service makes of it.",
  byDefault: "By default",
  pathPlaceholder: "order.id",
} as const;

/** A control, by its step type and name, or by its name alone. */
const LABELS: Readonly<Record<string, string>> = {
  "email.subject": "Subject",
  "email.body": "Body, as HTML",
  subject: "Headline",
  preheader: "Preview line",
  body: "Body",
  avatar: "Picture",
  primaryAction: "First button",
  secondaryAction: "Second button",
  redirect: "Link of the message",
  data: "Data",
  editorType: "Editor of the body",
  layoutId: "Layout",
  disableOutputSanitization: "Leave HTML in the values of variables as it is, instead of escaping it",
  "digest.amount": "Collect for",
  "delay.amount": "Wait for",
  "throttle.amount": "Window",
  amount: "Length of time",
  digestKey: "Collect separately by",
  throttleKey: "Count separately by",
  threshold: "Runs that may pass in a window",
  lookBackWindow: "Collect only after another event within",
  slidingCap: "Each event extends the time, up to",
  maxEvents: "Close after this many events",
  timed: "Days and time",
  cron: "Calendar",
  dynamicKey: "Path in the payload",
  delayPath: "Path in the payload",
  gracePeriod: "Go on if its moment passed within",
  extendToSchedule: "Wait for quiet hours to end",
};

export const labelOf = (type: string, name: string): string =>
  LABELS[`${type}.${name}`] ?? LABELS[name] ?? humanized(name);

/** `someControl` is "Some control". */
function humanized(name: string): string {
  const spaced = name.replace(/[_-]+/g, " ").replace(/([a-z0-9])([A-Z])/g, "$1 $2");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase();
}

/** A way to say when a wait ends, by the control that says it. */
const WAYS: Readonly<Record<string, string>> = {
  amount: "For a length of time",
  cron: "Until a moment of the calendar",
  dynamicKey: "Until what the payload says",
  timed: "Until a moment of the calendar (older form)",
  delayPath: "Until what the payload says (older form)",
};
/** What is chosen: by the type of the step. */
export const WAY_LABELS: Readonly<Record<string, string>> = {
  digest: "How long to collect",
  delay: "How long to wait",
  throttle: "How long a window is",
};
export const wayWords = (name: string): string => WAYS[name] ?? humanized(name);

const CHOICES: Readonly<Record<string, string>> = {
  html: "HTML",
  block: "Blocks",
  _self: "The same window",
  _blank: "A new window",
  _parent: "The frame around",
  _top: "The whole window",
  _unfencedTop: "The whole window, out of a fenced frame",
};
export const choiceWords = (word: string): string => CHOICES[word] ?? word;

export const EVERY_WORDS = {
  hour: "Hour",
  day: "Day",
  week: "Week",
  month: "Month",
  cron: "As a cron expression",
} as const;

/** From Monday; the numbers are those of cron. */
export const WEEK_DAY_WORDS: readonly { readonly day: number; readonly word: string }[] = [
  { day: 1, word: "Mon" },
  { day: 2, word: "Tue" },
  { day: 3, word: "Wed" },
  { day: 4, word: "Thu" },
  { day: 5, word: "Fri" },
  { day: 6, word: "Sat" },
  { day: 0, word: "Sun" },
];

/** Controls whose label says enough. */
const WITHOUT_HELP = [
  "subject",
  "body",
  "amount",
  "cron",
  "threshold",
  "primaryAction",
  "secondaryAction",
  "disableOutputSanitization",
];

/** The sentence of the schema about a control. */
export const helpOf = (name: string, { description }: Members): string | undefined =>
  typeof description === "string" && !WITHOUT_HELP.includes(name)
    ? description.replaceAll("`", "")
    : undefined;

/** "Needed: headline or body.": of an `anyOf` whose members may be given together. */
export function neededSentence(type: string, dataSchema: unknown): string | undefined {
  const { anyOf } = isObject(dataSchema) ? dataSchema : {};
  if (!Array.isArray(anyOf)) return undefined;
  const names = anyOf.flatMap((one) => (isObject(one) && Array.isArray(one.required) ? one.required : []));
  const labels = names.map((name) => labelOf(type, String(name)).toLowerCase());
  const list = new Intl.ListFormat("en", { type: "disjunction" });
  return labels.length > 1 ? `Needed: ${list.format(labels)}.` : undefined;
}

type Segments = { characters: number; segments: number; encoding: string };

/** How long an SMS is; with variables, it is the text as it is written. */
export function smsSentence({ characters, segments, encoding }: Segments, hasLiquid: boolean): string {
  const length = `${counted(characters, "character")}, ${counted(segments, "segment")} (${encoding})`;
  return hasLiquid ? `${length} as written; values of variables change it.` : `${length}.`;
}
