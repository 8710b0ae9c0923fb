/**
 * Limits of one request. Sizes in bytes are those of the value as JSON in UTF-8, without white space. Where a comment
 * names a setting, an installation can change the limit; the service's `/openapi.json` states the effective number.
 */
export const LIMITS = {
  /** The payload of one trigger, with its attachments (TIDINGS_MAX_PAYLOAD_BYTES). */
  payloadBytes: 256 * 1024,
  /** The overrides of one trigger (TIDINGS_MAX_OVERRIDES_BYTES). */
  overridesBytes: 64 * 1024,
  /** The `data` of one subscriber, topic, tenant or context (TIDINGS_MAX_DATA_BYTES). */
  dataBytes: 64 * 1024,
  /** The body of a request, as it is sent, unless the operation names another limit (TIDINGS_MAX_BODY_BYTES). */
  bodyBytes: 1024 * 1024,
  /** The body of a bulk request (triggers, subscribers), as it is sent (TIDINGS_MAX_BULK_BODY_BYTES). */
  bulkBodyBytes: 4 * 1024 * 1024,
  /** The body of a whole workflow, as it is sent: its control values may have 1,000,000 characters. */
  workflowBodyBytes: 2 * 1024 * 1024,
  /** Integrations of one environment, without the deleted ones. */
  integrationsCount: 200,
  /** Each of the credentials, the configurations and the conditions of one integration. */
  integrationPartBytes: 16 * 1024,
  /** All chat and push credentials of one subscriber together. */
  channelsBytes: 64 * 1024,
  /** The preferences of one subscription to a topic. */
  subscriptionPreferencesBytes: 64 * 1024,
} as const;

export type LimitName = keyof typeof LIMITS;
/** The effective limits of an installation. */
export type Limits = Readonly<Record<LimitName, number>>;

/** Limits of a value inside a request; a schema names one in its keyword `maxBytes`. */
export type ByteLimitName = "payloadBytes" | "overridesBytes" | "dataBytes";
/** Limits of a whole body. */
export type BodyLimitName = "bodyBytes" | "bulkBodyBytes" | "workflowBodyBytes";

/** A number with thousands separators: `262,144`. */
export function readable(count: number): string {
  return count.toLocaleString("en-US");
}
