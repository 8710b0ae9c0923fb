import { AMOUNT, type ControlSchema, field, SKIP, SKIP_FIELD, text } from "./control-schema.ts";

/** A throttle's window is at least a minute long. */
export const THROTTLE_UNITS = ["minutes", "hours", "days"];

const TYPE = {
  type: "string",
  enum: ["fixed", "dynamic"],
  default: "fixed",
  description: "Fixed: a window of a fixed length. Dynamic: the payload defines when the window ends.",
};

export const throttle: ControlSchema = {
  dataSchema: {
    type: "object",
    properties: {
      type: TYPE,
      amount: AMOUNT,
      unit: { type: "string", enum: THROTTLE_UNITS, description: "The unit of the window's length." },
      dynamicKey: text(
        "The path in the payload to the end of the window: an ISO 8601 moment, or an amount with its unit.",
      ),
      threshold: {
        type: "integer",
        minimum: 1,
        default: 1,
        description: "How many runs may pass in a window.",
      },
      throttleKey: text("A path in the payload (`post.id`); runs are counted separately for each value."),
      ...SKIP,
    },
    anyOf: [{ required: ["amount", "unit"] }, { required: ["dynamicKey"] }],
  },
  uiSchema: {
    group: "THROTTLE",
    properties: {
      type: field("THROTTLE_TYPE", "fixed"),
      amount: field("THROTTLE_WINDOW", ""),
      unit: field("THROTTLE_UNIT", "minutes"),
      dynamicKey: field("THROTTLE_DYNAMIC_KEY", ""),
      threshold: field("THROTTLE_THRESHOLD", 1),
      throttleKey: field("THROTTLE_KEY", ""),
      ...SKIP_FIELD,
    },
  },
};
