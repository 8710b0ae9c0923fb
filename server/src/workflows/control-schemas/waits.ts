import {
  AMOUNT,
  type ControlSchema,
  CRON,
  EXTEND_TO_SCHEDULE,
  field,
  SKIP,
  SKIP_FIELD,
  text,
  UNIT,
} from "./control-schema.ts";

/** The steps that let time pass. */

const TYPE = {
  type: "string",
  enum: ["regular", "timed"],
  default: "regular",
  description: "Regular waits for an amount of time; timed waits for a moment of the calendar.",
};
/** Without `cron` it is a length of time, whatever `type` says or leaves out. */
const EITHER_LENGTH_OR_CRON = { anyOf: [{ required: ["amount", "unit"] }, { required: ["cron"] }] };

/** The older way to name a moment of the calendar (specification: TimedConfig); the amount and unit say how often. */
const TIMED = {
  type: "object",
  description: "The older way to name a moment of the calendar; `amount` and `unit` say how often.",
  properties: {
    atTime: text("HH:mm in the subscriber's time zone."),
    weekDays: { type: "array", items: { type: "string" }, description: "Days of the week, such as monday." },
    monthDays: {
      type: "array",
      items: { type: ["string", "number"] },
      description: "Days of the month, from 1 to 31.",
    },
    ordinal: {
      type: "string",
      enum: ["1", "2", "3", "4", "5", "last"],
      description: "Which of the month's days that `ordinalValue` names.",
    },
    ordinalValue: { type: "string", description: "A day of the week, or day, weekday or weekend." },
    monthlyType: {
      type: "string",
      enum: ["each", "on"],
      description: "each: the days of `monthDays`; on: the day that `ordinal` and `ordinalValue` name.",
    },
    cronExpression: text("Beats all the others."),
  },
};

export const digest: ControlSchema = {
  dataSchema: {
    type: "object",
    properties: {
      type: TYPE,
      amount: AMOUNT,
      unit: UNIT,
      digestKey: text("A path in the payload (`post.id`); events of one value are collected together."),
      lookBackWindow: {
        type: "object",
        description: "Collect only when another event came this shortly before.",
        properties: { amount: AMOUNT, unit: UNIT },
        required: ["amount", "unit"],
      },
      slidingCap: {
        type: "object",
        description:
          "Every event moves the end of the window, but never beyond this long after its beginning.",
        properties: { amount: AMOUNT, unit: UNIT },
        required: ["amount", "unit"],
      },
      timed: TIMED,
      maxEvents: {
        type: "integer",
        minimum: 1,
        description: "Close the window as soon as it holds so many events.",
      },
      cron: CRON,
      extendToSchedule: EXTEND_TO_SCHEDULE,
      ...SKIP,
    },
    ...EITHER_LENGTH_OR_CRON,
  },
  uiSchema: {
    group: "DIGEST",
    properties: {
      type: field("DIGEST_TYPE", "regular"),
      amount: field("DIGEST_AMOUNT", ""),
      unit: field("DIGEST_UNIT", "seconds"),
      digestKey: field("DIGEST_KEY", ""),
      lookBackWindow: {
        component: "DIGEST_AMOUNT",
        properties: { amount: field("DIGEST_AMOUNT", ""), unit: field("DIGEST_UNIT", "seconds") },
      },
      slidingCap: {
        component: "DIGEST_AMOUNT",
        properties: { amount: field("DIGEST_AMOUNT", ""), unit: field("DIGEST_UNIT", "seconds") },
      },
      maxEvents: field("DIGEST_AMOUNT", ""),
      timed: field("DIGEST_CRON"),
      cron: field("DIGEST_CRON", ""),
      extendToSchedule: field("EXTEND_TO_SCHEDULE", false),
      ...SKIP_FIELD,
    },
  },
};

const DELAY_TYPE = {
  type: "string",
  enum: ["regular", "timed", "dynamic", "scheduled"],
  default: "regular",
  description: "Regular: a length of time. Timed: a moment of the calendar. Dynamic: what the payload says.",
};

export const delay: ControlSchema = {
  dataSchema: {
    type: "object",
    properties: {
      type: DELAY_TYPE,
      amount: AMOUNT,
      unit: UNIT,
      dynamicKey: text("Where the payload says until when: an ISO 8601 moment, or an amount with its unit."),
      delayPath: text("The older form of dynamicKey: where the payload has an ISO 8601 moment."),
      cron: CRON,
      extendToSchedule: EXTEND_TO_SCHEDULE,
      ...SKIP,
    },
    anyOf: [
      { required: ["amount", "unit"] },
      { required: ["cron"] },
      { required: ["dynamicKey"] },
      { required: ["delayPath"] },
    ],
  },
  uiSchema: {
    group: "DELAY",
    properties: {
      type: field("DELAY_TYPE", "regular"),
      amount: field("DELAY_AMOUNT", ""),
      unit: field("DELAY_UNIT", "seconds"),
      // The specification's list of components has none of its own for these two.
      dynamicKey: field("TEXT_FULL_LINE", ""),
      delayPath: field("TEXT_FULL_LINE", ""),
      cron: field("DELAY_CRON", ""),
      extendToSchedule: field("EXTEND_TO_SCHEDULE", false),
      ...SKIP_FIELD,
    },
  },
};
