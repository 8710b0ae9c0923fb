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

/** Digests and delays. */

const TYPE = {
  type: "string",
  enum: ["regular", "timed"],
  default: "regular",
  description: "Regular: wait for an amount of time. Timed: wait for a calendar time.",
};
/** Without `cron` the step waits for an amount of time, whatever `type` is. */
const EITHER_LENGTH_OR_CRON = { anyOf: [{ required: ["amount", "unit"] }, { required: ["cron"] }] };

/** The older form of a calendar time (`TimedConfig` in the specification); `amount` and `unit` define how often. */
const TIMED = {
  type: "object",
  description: "The older form of a calendar time; `amount` and `unit` define how often.",
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
      description: "Which of the month's days named in `ordinalValue`.",
    },
    ordinalValue: { type: "string", description: "A day of the week, or day, weekday or weekend." },
    monthlyType: {
      type: "string",
      enum: ["each", "on"],
      description: "each: the days in `monthDays`; on: the day of `ordinal` and `ordinalValue`.",
    },
    cronExpression: text("Overrides all the others."),
  },
};

export const digest: ControlSchema = {
  dataSchema: {
    type: "object",
    properties: {
      type: TYPE,
      amount: AMOUNT,
      unit: UNIT,
      digestKey: text(
        "A path in the payload (`post.id`); events with the same value are collected together.",
      ),
      lookBackWindow: {
        type: "object",
        description: "Collect only if another event arrived within this time before.",
        properties: { amount: AMOUNT, unit: UNIT },
        required: ["amount", "unit"],
      },
      slidingCap: {
        type: "object",
        description: "Every event extends the window, up to this long after its start.",
        properties: { amount: AMOUNT, unit: UNIT },
        required: ["amount", "unit"],
      },
      timed: TIMED,
      maxEvents: {
        type: "integer",
        minimum: 1,
        description: "Close the window as soon as it has this many events.",
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
  description: "Regular: an amount of time. Timed: a calendar time. Dynamic: a time from the payload.",
};

export const delay: ControlSchema = {
  dataSchema: {
    type: "object",
    properties: {
      type: DELAY_TYPE,
      amount: AMOUNT,
      unit: UNIT,
      dynamicKey: text(
        "The path in the payload to the end of the delay: an ISO 8601 moment, or an amount with its unit.",
      ),
      delayPath: text("The older form of dynamicKey: the path in the payload to an ISO 8601 moment."),
      gracePeriod: {
        type: "object",
        description:
          "If the moment in the payload has passed by at most this time, go on at once; a day by default.",
        properties: { amount: AMOUNT, unit: UNIT },
        required: ["amount", "unit"],
      },
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
      // The specification has no component for these two.
      dynamicKey: field("TEXT_FULL_LINE", ""),
      delayPath: field("TEXT_FULL_LINE", ""),
      gracePeriod: {
        component: "DELAY_AMOUNT",
        properties: { amount: field("DELAY_AMOUNT", 1), unit: field("DELAY_UNIT", "days") },
      },
      cron: field("DELAY_CRON", ""),
      extendToSchedule: field("EXTEND_TO_SCHEDULE", false),
      ...SKIP_FIELD,
    },
  },
};
