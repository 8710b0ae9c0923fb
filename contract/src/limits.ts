/**
 * How much one request may bring. One member a line; units in the names. Sizes in bytes are those of the value as JSON
 * in UTF-8, without white space. The members that a setting changes in a running service say so: there, the service's
 * own `/openapi.json` states the number in force.
 */
export const LIMITS = {
  /** The payload of one trigger, with its attachments (TIDINGS_MAX_PAYLOAD_BYTES). */
  payloadBytes: 256 * 1024,
  /** The overrides of one trigger (TIDINGS_MAX_OVERRIDES_BYTES). */
  overridesBytes: 64 * 1024,
  /** The `data` of one subscriber, topic, tenant or context (TIDINGS_MAX_DATA_BYTES). */
  dataBytes: 64 * 1024,
  /** The body of a request, as it is sent, where the operation names no other limit (TIDINGS_MAX_BODY_BYTES). */
  bodyBytes: 1024 * 1024,
  /** The body of a bulk request (triggers, subscribers), as it is sent (TIDINGS_MAX_BULK_BODY_BYTES). */
  bulkBodyBytes: 4 * 1024 * 1024,
  /** The body of a whole workflow, as it is sent: its control values may have 1,000,000 characters. */
  workflowBodyBytes: 2 * 1024 * 1024,
  /** Integrations of one environment, without the deleted ones. */
  integrationsCount: 200,
  /** The credentials, the configurations and the conditions of one integration, each by itself. */
  integrationPartBytes: 16 * 1024,
  /** The chat and push credentials of one subscriber, of all integrations together. */
  channelsBytes: 64 * 1024,
} as const;

export type LimitName = keyof typeof LIMITS;
/** The limits in force in one service. */
export type Limits = Readonly<Record<LimitName, number>>;

/** Limits that hold for a value inside a request; a schema names one as its keyword `maxBytes`. */
export type ByteLimitName = "payloadBytes" | "overridesBytes" | "dataBytes";
/** Limits that hold for a whole body. */
export type BodyLimitName = "bodyBytes" | "bulkBodyBytes" | "workflowBodyBytes";

/** A number as people read it: `262,144`. */
export function readable(count: number): string {
  return count.toLocaleString("en-US");
}
