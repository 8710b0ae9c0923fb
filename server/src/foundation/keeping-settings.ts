import { CHANNELS, type Channel } from "@tidings/contract";
import { namedNumbers } from "./named-numbers.ts";
import { setting } from "./setting.ts";

/** What is deleted some time after it ended: notifications with all their data, dead letters, messages by channel. */
export const RETENTION_KINDS = ["notifications", "dead_letters", ...CHANNELS] as const;
export type RetentionKind = "notifications" | "dead_letters" | Channel;
/** Days by kind; 0 is unlimited. Dead letters and messages are never kept longer than their notifications. */
export type Retention = Readonly<Partial<Record<RetentionKind, number>>>;

/** What the local outbox may hold; 0 is no limit. */
export type OutboxLimits = { readonly days: number; readonly megabytes: number };

const DEFAULT_RETENTION = { notifications: 90, dead_letters: 30 } as const;
const DEFAULT_OUTBOX: OutboxLimits = { days: 30, megabytes: 1_000 };
const MAX_DAYS = 36_500;
const MAX_MEGABYTES = 1_000_000;

/** Comma-separated `kind=days`. @throws Error with the rest of the sentence "<setting> …". */
export function parseRetention(text: string): Retention {
  return namedNumbers(text, { names: RETENTION_KINDS, maximum: MAX_DAYS });
}

function parseOutboxLimits(text: string): OutboxLimits {
  return {
    ...DEFAULT_OUTBOX,
    ...namedNumbers(text, { names: ["days", "megabytes"], maximum: MAX_MEGABYTES }),
  };
}

const listed = (numbers: object): string =>
  Object.entries(numbers)
    .map(([name, number]) => `${name}=${number}`)
    .join(",");

/** Retention settings. */
export const KEEPING_SETTINGS = {
  retention: setting({
    env: "TIDINGS_RETENTION_DAYS",
    flag: "retention-days",
    help: "Days for which ended notifications, dead letters and (in_app, email, sms, chat, push) messages are kept, by kind; 0 is unlimited. An environment may override it: tidings environments retention.",
    fallback: listed(DEFAULT_RETENTION),
    parse: (text): Retention => ({ ...DEFAULT_RETENTION, ...parseRetention(text) }),
  }),
  outboxLimits: setting({
    env: "TIDINGS_OUTBOX_LIMITS",
    flag: "outbox-limits",
    help: "Maximum age in days and size in megabytes of the local outbox; the oldest mails beyond are deleted. 0 is no limit.",
    fallback: listed(DEFAULT_OUTBOX),
    parse: parseOutboxLimits,
  }),
} as const;
