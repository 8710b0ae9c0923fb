/**
 * How much one request may bring. One member a line; units in the names. Sizes in bytes are those of the value as JSON
 * in UTF-8, without white space.
 */
export const LIMITS = {
  /** Integrations of one environment, without the deleted ones. */
  integrationsCount: 200,
  /** The credentials, the configurations and the conditions of one integration, each by itself. */
  integrationPartBytes: 16 * 1024,
  /** The chat and push credentials of one subscriber, of all integrations together. */
  channelsBytes: 64 * 1024,
} as const;
