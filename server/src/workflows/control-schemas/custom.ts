import { type ControlSchema, SKIP, SKIP_FIELD } from "./control-schema.ts";

/** A custom step's values are the caller's own; rendered they are its result, `steps.<stepId>` for the steps after it. */
export const custom: ControlSchema = {
  dataSchema: { type: "object", properties: { ...SKIP }, additionalProperties: true },
  uiSchema: { group: "SKIP", properties: { ...SKIP_FIELD } },
};
