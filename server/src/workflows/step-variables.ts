import type { JsonObject } from "../foundation/json.ts";
import { resultSchemaOf } from "./step-results.ts";
import type { Step } from "./workflow.ts";

const TEXT: JsonObject = { type: "string" };

const SUBSCRIBER_SCHEMA: JsonObject = {
  type: "object",
  properties: {
    subscriberId: TEXT,
    firstName: TEXT,
    lastName: TEXT,
    email: TEXT,
    phone: TEXT,
    avatar: TEXT,
    locale: TEXT,
    timezone: TEXT,
    isOnline: { type: "boolean" },
    lastOnlineAt: { type: "string", format: "date-time" },
    data: { type: "object", additionalProperties: true },
  },
  required: ["subscriberId"],
  additionalProperties: false,
};

const WORKFLOW_SCHEMA: JsonObject = {
  type: "object",
  properties: {
    workflowId: TEXT,
    name: TEXT,
    description: TEXT,
    tags: { type: "array", items: TEXT },
    severity: TEXT,
  },
  additionalProperties: false,
};

/** A JSON Schema of all variables that a step's texts may use; `previous` are the steps before it. */
export function variablesSchema(previous: readonly Step[], payload: JsonObject): JsonObject {
  return {
    type: "object",
    properties: {
      workflow: WORKFLOW_SCHEMA,
      subscriber: SUBSCRIBER_SCHEMA,
      steps: {
        type: "object",
        properties: Object.fromEntries(previous.map(({ stepKey, type }) => [stepKey, resultSchemaOf(type)])),
        additionalProperties: false,
      },
      payload,
    },
    additionalProperties: false,
  };
}
