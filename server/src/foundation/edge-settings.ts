import { LIMITS, RATE_CLASSES, type RateClass } from "@tidings/contract";
import { namedNumbers } from "./named-numbers.ts";
import { longKey, setting, whole } from "./setting.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

/** Requests per second by class; 0 is no limit. */
export type RateLimits = Readonly<Record<RateClass, number>>;

const DEFAULT_RATES: RateLimits = { trigger: 5_000, configuration: 300, inbox: 2_000, other: 1_000 };

/** Limits of one request and of one client. */
export const EDGE_SETTINGS = {
  maxPayloadBytes: setting({
    env: "TIDINGS_MAX_PAYLOAD_BYTES",
    flag: "max-payload-bytes",
    help: "Largest payload of a trigger, including attachments, in bytes of JSON; raises the body limits where they are too small for it.",
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
    help: "Largest request body, in bytes; a workflow may always have 2097152.",
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
    help: "Requests per second of one environment in each process, by class (each event of a bulk request counts); bursts may be twice as large. 0 disables the limit of a class, off disables all of them.",
    fallback: Object.entries(DEFAULT_RATES)
      .map(([name, rate]) => `${name}=${rate}`)
      .join(","),
    parse: rateLimits,
  }),
  wrongKeysPerMinute: setting({
    env: "TIDINGS_WRONG_KEYS_PER_MINUTE",
    flag: "wrong-keys-per-minute",
    help: "Wrong API keys, and wrong sessions of the dashboard, per minute from one address (IPv6: one /64) before it gets 429; 0 is no limit.",
    fallback: "20",
    parse: (text) => whole(text, 0, 1_000_000),
  }),
  inboxOrigins: setting({
    env: "TIDINGS_INBOX_ORIGINS",
    flag: "inbox-origins",
    help: "Comma-separated origins of the pages that may open inboxes, such as https://app.example.org; * is every page.",
    fallback: "*",
    parse: inboxOrigins,
  }),
  dashboard: setting({
    env: "TIDINGS_DASHBOARD",
    flag: "dashboard",
    help: "Whether the dashboard is served at /dashboard: on or off.",
    fallback: "on",
    parse: onOrOff,
  }),
  publicUrl: setting({
    env: "TIDINGS_PUBLIC_URL",
    flag: "public-url",
    help: "Address of the API as the recipients of mails reach it, such as https://notify.example.org. With it, mails have a link to unsubscribe with one click (RFC 8058), and receipts of vendors that sign the URL are checked with it. Empty: no link.",
    fallback: "",
    parse: publicUrl,
  }),
  metricsPort: setting({
    env: "TIDINGS_METRICS_PORT",
    flag: "metrics-port",
    help: "Port of GET /metrics for Prometheus, without a key, on the same address as the API; 0 takes a free port. Empty: no such port.",
    fallback: "",
    parse: (text) => (text === "" ? undefined : whole(text, 0, 65_535)),
  }),
  metricsKey: setting({
    env: "TIDINGS_METRICS_KEY",
    flag: "metrics-key",
    help: "Key of GET /metrics on the API's port, sent as a Bearer token; at least 32 characters. Empty: no /metrics there.",
    fallback: "",
    isSecret: true,
    parse: longKey,
  }),
  trustedProxies: setting({
    env: "TIDINGS_TRUSTED_PROXIES",
    flag: "trusted-proxies",
    help: "Comma-separated addresses and CIDRs of reverse proxies whose X-Forwarded-For is trusted for the client's address, and X-Forwarded-Proto for its scheme.",
    fallback: "",
    parse: (text) => text,
  }),
} as const;

/** True for `on`. */
function onOrOff(text: string): boolean {
  if (text !== "on" && text !== "off") throw new Error("must be on or off");
  return text === "on";
}

const MAX_PER_SECOND = 1_000_000;

/** Comma-separated `class=number`; a missing class keeps its default. */
function rateLimits(text: string): RateLimits {
  if (text === "off") return { trigger: 0, configuration: 0, inbox: 0, other: 0 };
  return {
    ...DEFAULT_RATES,
    ...namedNumbers(text, { names: RATE_CLASSES, maximum: MAX_PER_SECOND, or: "off or " }),
  };
}

function inboxOrigins(text: string): "any" | readonly string[] {
  if (text.trim() === "*") return "any";
  const origins = text.split(",").map((one) => one.trim());
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new Error("must be * or origins such as https://app.example.org, without a path");
    }
  }
  return origins;
}

/** Without a slash at the end. Mail programs call https addresses only. */
function publicUrl(text: string): string | undefined {
  if (text === "") return undefined;
  const { protocol, search, hash, username, password, href } = URL.canParse(text) ? new URL(text) : NO_URL;
  const isBare = search + hash + username + password === "";
  if (protocol !== "https:" || !isBare || /[\s<>]/.test(text)) {
    throw new Error("must be an https address without a query, such as https://notify.example.org");
  }
  return href.replace(/\/+$/, "");
}

const NO_URL = { protocol: "", search: "", hash: "", username: "", password: "", href: "" };
