import type { UiComponent, UiSchema, UiSchemaProperty } from "@tidings/contract";
import { TIME_UNITS } from "@tidings/contract";
import type { JsonObject } from "../../foundation/json.ts";

/** The controls of one step type: a JSON Schema of the values, and the form fields to edit them. */
export type ControlSchema = { dataSchema: JsonObject & { properties: JsonObject }; uiSchema: UiSchema };

export const NOT_RUN_YET = "Not supported by this version; a step that uses it is refused.";

export function text(description: string): JsonObject {
  return { type: "string", description };
}

export function toggle(description: string): JsonObject {
  return { type: "boolean", default: false, description };
}

export function field(
  component: UiComponent,
  placeholder?: UiSchemaProperty["placeholder"],
): UiSchemaProperty {
  return placeholder === undefined ? { component } : { component, placeholder };
}

/** The condition of a step; every type has it. */
export const SKIP = {
  skip: {
    type: "object",
    additionalProperties: true,
    description: "A JSON-logic rule; the step runs where it is true.",
  },
} as const satisfies JsonObject;
export const SKIP_FIELD = { skip: field("QUERY_EDITOR") };

export const AMOUNT = { type: "number", exclusiveMinimum: 0, description: "How many units to wait." };
export const UNIT = { type: "string", enum: [...TIME_UNITS], description: "A month counts as 30 days." };
export const CRON = text("A cron expression, in the subscriber's time zone.");
export const EXTEND_TO_SCHEDULE = toggle(
  "If the subscriber's schedule is closed when the wait ends, wait until it opens.",
);

const LINK_TARGETS = ["_self", "_blank", "_parent", "_top", "_unfencedTop"];

export const REDIRECT: JsonObject = {
  type: "object",
  description: "A link.",
  properties: {
    url: text("https://…, http://… or a path on your own site."),
    target: {
      type: "string",
      enum: LINK_TARGETS,
      default: "_self",
      description: "The window in which the link opens.",
    },
  },
};
