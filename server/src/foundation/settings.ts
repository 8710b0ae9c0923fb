import { isAbsolute } from "node:path";
import { EDGE_SETTINGS } from "./edge-settings.ts";
import { KEEPING_SETTINGS } from "./keeping-settings.ts";
import { LOG_LEVELS } from "./log.ts";
import { type Keyring, parseKeyring } from "./secrets.ts";
import { longKey, setting, whole } from "./setting.ts";

/** All settings. `--help` and the reader of settings use this list; a test compares the README's table with it. */
export const SETTINGS = {
  port: setting({
    env: "PORT",
    flag: "port",
    help: "Port of the API; 0 takes a free port.",
    fallback: "3000",
    parse: (text) => whole(text, 0, 65_535),
  }),
  host: setting({
    env: "HOST",
    flag: "host",
    help: "Address the API listens on; 0.0.0.0 is every address.",
    fallback: "127.0.0.1",
    parse: host,
  }),
  databaseUrl: setting({
    env: "DATABASE_URL",
    flag: "database-url",
    help: "PostgreSQL 15 or newer; when empty, an embedded PostgreSQL in the data directory.",
    fallback: "",
    isSecret: true,
    parse: databaseUrl,
  }),
  logLevel: setting({
    env: "LOG_LEVEL",
    flag: "log-level",
    help: `One of ${LOG_LEVELS.join(", ")}.`,
    fallback: "warn",
    parse: (text) => oneOf(text, LOG_LEVELS),
  }),
  dataDir: setting({
    env: "TIDINGS_DATA_DIR",
    flag: "data-dir",
    help: "Directory of the embedded database, the local mail outbox and generated keys.",
    fallback: "./.tidings",
    parse: filled,
  }),
  apiKey: setting({
    env: "TIDINGS_API_KEY",
    flag: "api-key",
    help: "API key of the first environment, instead of a random one; added if the database already has keys. At least 32 characters.",
    fallback: "",
    isSecret: true,
    parse: longKey,
  }),
  brand: setting({
    env: "TIDINGS_BRAND",
    flag: "brand",
    help: "Prefix of Tidings' own names in the API (svc-email); novu makes Novu's clients work.",
    fallback: "svc",
    parse: brand,
  }),
  envelope: setting({
    env: "TIDINGS_ENVELOPE",
    flag: "envelope",
    help: 'Whether a response with a single record is {"data": …}, as Novu sends it: auto (with the brand novu), on or off.',
    fallback: "auto",
    parse: (text) => oneOf(text, ["auto", "on", "off"] as const),
  }),
  secretsKeys: setting({
    env: "TIDINGS_SECRETS_KEYS",
    flag: "secrets-keys",
    help: "Keys that encrypt stored credentials, comma-separated, newest first: id:base64 of 32 bytes. When empty, a key is created in the data directory.",
    fallback: "",
    isSecret: true,
    parse: keyring,
  }),
  outboundAllow: setting({
    env: "TIDINGS_OUTBOUND_ALLOW",
    flag: "outbound-allow",
    help: "Comma-separated private CIDRs or host:port that outgoing calls may reach.",
    fallback: "",
    parse: (text) => text,
  }),
  role: setting({
    env: "TIDINGS_ROLE",
    flag: "role",
    help: "Role of this process: all, api (serves requests) or worker (delivers).",
    fallback: "all",
    parse: (text) => oneOf(text, ["all", "api", "worker"] as const),
  }),
  maxBacklog: setting({
    env: "TIDINGS_MAX_BACKLOG",
    flag: "max-backlog",
    help: "Fan-outs and jobs of one environment that may wait for workers; above this, its triggers get 503.",
    fallback: "1000000",
    parse: (text) => whole(text, 1, 100_000_000),
  }),
  credentials: setting({
    env: "TIDINGS_CREDENTIALS",
    flag: "credentials",
    help: "How integrations show their credentials: masked, or plain as stored.",
    fallback: "masked",
    parse: (text) => oneOf(text, ["masked", "plain"] as const),
  }),
  workflowSync: setting({
    env: "TIDINGS_WORKFLOW_SYNC",
    flag: "workflow-sync",
    help: "Who may copy workflows into another environment: authorized (with a key of it in Target-Authorization, or a session that reaches both), organization (also every API key, if it is not protected), or off.",
    fallback: "authorized",
    parse: (text) => oneOf(text, ["authorized", "organization", "off"] as const),
  }),
  timeZones: setting({
    env: "TIDINGS_TIME_ZONES",
    flag: "time-zones",
    help: "Where the rules of time zones come from: auto (the operating system's tzdata if it is newer than the bundled copy), bundled, system, or a folder of TZif files.",
    fallback: "auto",
    parse: timeZones,
  }),
  ...EDGE_SETTINGS,
  ...KEEPING_SETTINGS,
} as const;

export type Settings = { [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]["parse"]> };
export type SettingName = keyof typeof SETTINGS;

function oneOf<const W extends readonly string[]>(text: string, words: W): W[number] {
  if (!words.includes(text)) throw new Error(`must be one of ${words.join(", ")}`);
  return text;
}

function filled(text: string): string {
  if (text.trim() === "" || text.includes("\0")) throw new Error("must not be empty");
  return text;
}

function keyring(text: string): Keyring | undefined {
  return text === "" ? undefined : parseKeyring(text);
}

function host(text: string): string {
  const authority = text.includes(":") ? `[${text}]` : text;
  const isHost = /^[A-Za-z0-9.:-]{1,253}$/.test(text) && URL.canParse(`http://${authority}:1`);
  if (!isHost) throw new Error("must be an IP address or a host name");
  return text;
}

function databaseUrl(text: string): string {
  if (text === "") return text;
  const isUrl = URL.canParse(text) && ["postgres:", "postgresql:"].includes(new URL(text).protocol);
  if (!isUrl) throw new Error("must be a URL like postgres://user:password@host:5432/database");
  return text;
}

/** That a folder has zone data is checked by `calendar/zones/choose-zones.ts`, which reads them. */
function timeZones(text: string): string {
  const isFolder = isAbsolute(text) && !text.includes("\0");
  if (!isFolder && !["auto", "bundled", "system"].includes(text)) {
    throw new Error("must be auto, bundled, system or the absolute path of a folder");
  }
  return text;
}

function brand(text: string): string {
  if (!/^[a-z][a-z0-9]{1,19}$/.test(text)) throw new Error("must be 2 to 20 lower-case letters or digits");
  return text;
}
