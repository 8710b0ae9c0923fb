import {
  AMOUNT,
  type ControlSchema,
  CRON,
  EXTEND_TO_SCHEDULE,
  field,
  NOT_RUN_YET,
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
        description: `Collect only when another event came this shortly before. ${NOT_RUN_YET}`,
        properties: { amount: AMOUNT, unit: UNIT },
        required: ["amount", "unit"],
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
      cron: field("DIGEST_CRON", ""),
      extendToSchedule: field("EXTEND_TO_SCHEDULE", false),
      ...SKIP_FIELD,
    },
  },
};

export const delay: ControlSchema = {
  dataSchema: {
    type: "object",
    properties: {
      type: TYPE,
      amount: AMOUNT,
      unit: UNIT,
      cron: CRON,
      extendToSchedule: EXTEND_TO_SCHEDULE,
      ...SKIP,
    },
    ...EITHER_LENGTH_OR_CRON,
  },
  uiSchema: {
    group: "DELAY",
    properties: {
      type: field("DELAY_TYPE", "regular"),
      amount: field("DELAY_AMOUNT", ""),
      unit: field("DELAY_UNIT", "seconds"),
      cron: field("DELAY_CRON", ""),
      extendToSchedule: field("EXTEND_TO_SCHEDULE", false),
      ...SKIP_FIELD,
    },
  },
};
