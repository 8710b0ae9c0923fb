import { type ControlSchema, SKIP, SKIP_FIELD } from "./control-schema.ts";

/**
 * The values of a custom step are defined by the caller; rendered, they are its result (`steps.<key>` in later
 * steps).
 */
export const custom: ControlSchema = {
  dataSchema: { type: "object", properties: { ...SKIP }, additionalProperties: true },
  uiSchema: { group: "SKIP", properties: { ...SKIP_FIELD } },
};
