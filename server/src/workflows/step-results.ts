import type { StepType } from "@tidings/contract";
import type { JsonObject } from "../foundation/json.ts";

/** JSON Schemas of the results of steps: `steps.<key>` in later steps. */

const moment: JsonObject = { type: "string", format: "date-time" };

function closed(properties: JsonObject): JsonObject {
  return { type: "object", properties, additionalProperties: false };
}

const digestEvent = closed({
  id: { type: "string" },
  time: moment,
  payload: { type: "object", additionalProperties: true },
});

const RESULTS: Readonly<Partial<Record<StepType, JsonObject>>> = {
  in_app: closed({
    seen: { type: "boolean" },
    read: { type: "boolean" },
    lastSeenDate: moment,
    lastReadDate: moment,
  }),
  digest: closed({ eventCount: { type: "number" }, events: { type: "array", items: digestEvent } }),
  throttle: closed({
    throttled: { type: "boolean" },
    executionCount: { type: "number" },
    threshold: { type: "number" },
    windowStart: moment,
  }),
  custom: { type: "object", additionalProperties: true },
  delay: closed({ duration: { type: "number", description: "In milliseconds." } }),
};

/** Other channels have no result. */
export function resultSchemaOf(type: StepType): JsonObject {
  return RESULTS[type] ?? closed({});
}
