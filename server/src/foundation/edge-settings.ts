import { LIMITS, RATE_CLASSES, type RateClass } from "@tidings/contract";
import { namedNumbers } from "./named-numbers.ts";
import { longKey, setting, whole } from "./setting.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

/** Requests a second by class; 0 is no limit. */
export type RateLimits = Readonly<Record<RateClass, number>>;

const DEFAULT_RATES: RateLimits = { trigger: 5_000, configuration: 300, other: 1_000 };

/** Settings of what one request, and one caller, may ask for. */
export const EDGE_SETTINGS = {
  maxPayloadBytes: setting({
    env: "TIDINGS_MAX_PAYLOAD_BYTES",
    flag: "max-payload-bytes",
    help: "Largest payload of a trigger, attachments included, in bytes of JSON; raises the limits of bodies where they are too small for it.",
    fallback: String(LIMITS.payloadBytes),
    parse: (text) => whole(text, KIB, 4 * MIB),
  }),
  maxOverridesBytes: setting({
    env: "TIDINGS_MAX_OVERRIDES_BYTES",
    flag: "max-overrides-bytes",
    help: "Largest overrides of a trigger, in bytes of JSON.",
    fallback: String(LIMITS.overridesBytes),
    parse: (text) => whole(text, KIB, MIB),
  }),
  maxDataBytes: setting({
    env: "TIDINGS_MAX_DATA_BYTES",
    flag: "max-data-bytes",
    help: "Largest data of a subscriber, topic, tenant or context, in bytes of JSON.",
    fallback: String(LIMITS.dataBytes),
    parse: (text) => whole(text, KIB, MIB),
  }),
  maxBodyBytes: setting({
    env: "TIDINGS_MAX_BODY_BYTES",
    flag: "max-body-bytes",
    help: "Largest body of a request, in bytes; a whole workflow may have 2097152 in any case.",
    fallback: String(LIMITS.bodyBytes),
    parse: (text) => whole(text, 64 * KIB, 16 * MIB),
  }),
  maxBulkBodyBytes: setting({
    env: "TIDINGS_MAX_BULK_BODY_BYTES",
    flag: "max-bulk-body-bytes",
    help: "Largest body of a bulk request, in bytes.",
    fallback: String(LIMITS.bulkBodyBytes),
    parse: (text) => whole(text, 64 * KIB, 64 * MIB),
  }),
  rateLimits: setting({
    env: "TIDINGS_RATE_LIMITS",
    flag: "rate-limits",
    help: "Requests a second of one environment in each process, by class (each event of a bulk counts); twice as many may come at once. 0 switches a class off, the word off all of them.",
    fallback: Object.entries(DEFAULT_RATES)
      .map(([name, rate]) => `${name}=${rate}`)
      .join(","),
    parse: rateLimits,
  }),
  wrongKeysPerMinute: setting({
    env: "TIDINGS_WRONG_KEYS_PER_MINUTE",
    flag: "wrong-keys-per-minute",
    help: "Wrong API keys one address (IPv6: one /64) may try in a minute before it is answered with 429; 0 is no limit.",
    fallback: "20",
    parse: (text) => whole(text, 0, 1_000_000),
  }),
  metricsPort: setting({
    env: "TIDINGS_METRICS_PORT",
    flag: "metrics-port",
    help: "Port of GET /metrics for Prometheus, without a key, at the same address as the API; 0 takes a free one. When empty, there is none.",
    fallback: "",
    parse: (text) => (text === "" ? undefined : whole(text, 0, 65_535)),
  }),
  metricsKey: setting({
    env: "TIDINGS_METRICS_KEY",
    flag: "metrics-key",
    help: "Key of GET /metrics on the API's port, sent as a Bearer token; at least 32 characters. When empty, /metrics is not there.",
    fallback: "",
    isSecret: true,
    parse: longKey,
  }),
  trustedProxies: setting({
    env: "TIDINGS_TRUSTED_PROXIES",
    flag: "trusted-proxies",
    help: "Addresses and CIDRs of reverse proxies, by commas, whose X-Forwarded-For names the caller's address.",
    fallback: "",
    parse: (text) => text,
  }),
} as const;

const MOST_A_SECOND = 1_000_000;

/** `class=number` by commas; a class left out keeps its default. */
function rateLimits(text: string): RateLimits {
  if (text === "off") return { trigger: 0, configuration: 0, other: 0 };
  return {
    ...DEFAULT_RATES,
    ...namedNumbers(text, { names: RATE_CLASSES, most: MOST_A_SECOND, or: "off or " }),
  };
}
