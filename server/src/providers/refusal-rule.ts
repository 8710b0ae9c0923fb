import { textAt } from "./json-path.ts";

/** What a refusal is about that no table lists. */
export type Refusal = { kind: "config_error" } | { kind: "not_processed"; isThrottled: boolean };

/** Where vendors write the code and the sentence of an error, beside the paths that an adapter states. */
const WORD_PATHS = [
  ...[
    "code",
    "Code",
    "name",
    "type",
    "__type",
    "title",
    "error",
    "message",
    "Message",
    "description",
    "detail",
  ],
  ...["error.code", "error.type", "error.status", "error.message"],
  ...["errors.0", "errors.0.code", "errors.0.name", "errors.0.title", "errors.0.message"],
];
const MAX_TEXT = 4_000;
const MAX_WORDS = 8_000;
/** A body that is no JSON is the error itself, if it is a line of text. */
const MAX_LINE = 500;

export type ErrorBody = {
  json: unknown;
  body: string;
  headers: Record<string, string>;
  errorPaths?: readonly string[];
  errorHeader?: string;
};

/** The codes and sentences of an error, as they are. */
export function errorWords({ json, body, headers, errorPaths = [], errorHeader = "" }: ErrorBody): string {
  const texts = [...errorPaths, ...WORD_PATHS].map((path) => textAt(json, path, MAX_TEXT) ?? "");
  const line = json === undefined && body.length <= MAX_LINE && !body.trimStart().startsWith("<") ? body : "";
  const distinct = [...new Set([headers[errorHeader] ?? "", ...texts, line])].filter((text) => text !== "");
  return distinct.join(" | ").slice(0, MAX_WORDS);
}

const TIME = /\b(seconds?|minutes?|hours?|hourly|days?|daily|weeks?|weekly|months?|monthly|today|24 ?h)\b/;
const LONG_TIME = /\b(days?|daily|weeks?|weekly|months?|monthly|today|24 ?h(ours?)?)\b/;
const SHORT_TIME = /\b(seconds?|minutes?|rate)\b/;

/** The vendor asks to come again, or cannot take messages just now. */
const LATER =
  /\b(try|retry)( again)? (later|after|in (an? |\d))|\bplease wait\b|\btemporar(y|ily)\b|\boverload(ed)?\b|\bmaintenance\b|\bqueue (is )?(full|overflow)|\b(server|system|service|gateway) (is )?(too )?busy\b/;
const RATE =
  /\brate ?limit|\brate (is |was |has been )?exceeded|\bexceed\w* (the |your |its )?([a-z]+ ){0,3}rate\b|\btoo many (requests|messages|e ?mails|sms|calls|connections)\b|\bthrottl|\bthroughput\b|\btps\b|\bslow down\b|\btoo (fast|quickly|frequent(ly)?)\b|\bconcurren(t|cy) ([a-z]+ )?limit|\bresource exhausted\b/;
const QUOTA = /\bquotas?\b|\b(daily|hourly|weekly|monthly) ([a-z]+ ){0,3}limits?\b/;
const LIMIT =
  /\b(limits?|caps?|capacity) (has been |have been |was |is )?(exceeded|reached)\b|\b(exceeds?|exceeded|reached|over) (the |your |our |its |an? )?([a-z]+ ){0,4}limits?\b/;
/** Limits of the message itself. */
const SIZE =
  /\b(characters?|bytes?|[kmg]i?b|sizes?|lengths?|long|attachments?|recipients?|headers?|subject|segments?|templates?|variables?|fields?|tags?|parts|personali[sz]ations?)\b/;

const CONFIG: readonly RegExp[] = [
  // The account, its money and its plan.
  /\b(accounts?|sub ?accounts?|billing|payments?|balance|credits?|funds|prepaid|sandbox|trial)\b/,
  /\btest(ing)? (mode|account|credentials|key|purposes|e ?mails|messages|numbers)\b/,
  /\byour (current |own )?(plan|package|subscription|workspace|organi[sz]ation|tenant|project|company|ip)\b|\b(kyc|dlt|10 ?dlc|a2p)\b/,
  /\b(plan|workspace|organi[sz]ation|tenant|project|contract|campaign|product|api|profile)\b.{0,40}\b(suspended|disabled|inactive|blocked|closed|expired|not (been |yet )?(active|activated|enabled|registered|approved))\b/,
  // The sender.
  /\b(sender|originator|return path|mail from)\b|\b(sending|source|sender) (domain|address|number|id)\b/,
  /\bfrom (address|number|phone|e ?mail|field|parameter|domain|name)\b|["'`]from["'`]|\b(invalid|missing|unknown|unverified) from\b/,
  /\bfrom (is|was|must|cannot|has)\b|\bnot allowed to (send|use)\b|\bon behalf\b|\bnot enabled (for|in|on) your\b/,
  /\bunverified\b|\bnot (been |yet )?verified\b|(?<!recipient )\bdomain\b.{0,80}\bnot (found|allowed|configured|registered|active)\b/,
  // The signature and the access.
  /\bsignatures?\b|\b(un)?signed\b|\bhmac\b|authenticat|authori[sz]|\baccess denied\b|\bpermissions?\b|\bnot permitted\b|\bcredentials?\b/,
  /\b(wrong|invalid|incorrect|missing) (user ?name|password|log ?in)\b(?! reset)|\b(user ?name|password|log ?in) (is |was )?(wrong|invalid|incorrect|missing|failed|required)\b|\binvalid (grant|client)\b|(?<!(device|push|registration) )\btoken (is |has |was )?(expired|revoked)\b/,
  /\b(allow|white) ?list|\bip( address(es)?)? .{0,30}\b(not|blocked|denied|unknown|unrecogni[sz]ed)\b|\bunrecogni[sz]ed ip\b/,
  /\bforbidden\b(?! (attachment|content|header|character|word|file))/,
  /\b(api|access|secret|auth|account|client|security|bearer) ?(key|token|secret|id|sid)s?\b|\b(app|application|project|messaging service|messaging profile) ?id\b/,
];

/** The time of the request was wrong, so the clock of the machine is. */
const CLOCK =
  /\brequest ?(has )?expired\b|\bexpired (request|provider token)\b|\bclock\b|\btime ?stamp\b|\bskew|\bsignature (has )?expired\b|\bnot yet (valid|current)\b|\btoo (far )?in the (future|past)\b|\btoo old\b|\breasonable timeframe\b|\bused before issued?\b/;

/**
 * The one rule for a refusal that no table of a vendor lists, by its words. Undefined: it is about the message itself.
 * - About quota or rate, or the vendor asks to come again: not_processed. Limited by a rate, it counts as no attempt.
 * - About account, sender, sandbox, signature, access or clock: config_error. Another integration may send the message.
 */
export function refusalOf(words: string): Refusal | undefined {
  const plain = plainWords(words);
  if (isTemporary(plain)) return { kind: "not_processed", isThrottled: RATE.test(plain) && !isQuota(plain) };
  return CLOCK.test(plain) || CONFIG.some((pattern) => pattern.test(plain))
    ? { kind: "config_error" }
    : undefined;
}

/** Whether a limit is a used-up quota, and not a rate: waiting some minutes does not help, so it is no throttle. */
export function isUsedUpQuota(words: string): boolean {
  return isQuota(plainWords(words));
}

/** The same where the vendor's table says that it is a throttle: only a day or longer speaks against that. */
export function isOfDays(words: string): boolean {
  return LONG_TIME.test(plainWords(words));
}

/** Whether a refusal says that the quota of a day or a longer time is used up. A quota without a time may be one of seconds. */
export function isQuotaOfDays(words: string): boolean {
  const plain = plainWords(words);
  return LONG_TIME.test(plain) && [RATE, QUOTA, LIMIT].some((pattern) => pattern.test(plain));
}

export function isAboutClock(words: string): boolean {
  return CLOCK.test(plainWords(words));
}

function isTemporary(plain: string): boolean {
  if (LATER.test(plain)) return true;
  const isOfMessage = SIZE.test(plain) && !TIME.test(plain);
  return !isOfMessage && [RATE, QUOTA, LIMIT].some((pattern) => pattern.test(plain));
}

function isQuota(plain: string): boolean {
  return LONG_TIME.test(plain) || (/\bquotas?\b/.test(plain) && !SHORT_TIME.test(plain));
}

/** Addresses and names of files are the message's own: `billing@example.com` says nothing about the account. */
const OF_MESSAGE =
  /[^\s"'`<>(),;:@|]+@[^\s"'`<>(),;:@|]+|[\w-]+\.(?:csv|docx?|gif|html?|ics|jpe?g|pdf|png|txt|xlsx?|zip)\b/gi;

/** `RequestExpired` and `rate_limit` as words; of other people's accounts only the rest. */
function plainWords(words: string): string {
  return words
    .replace(OF_MESSAGE, "…")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_\-/:#]+/g, " ")
    .toLowerCase()
    .replace(/\b(recipient|destination|mailbox|subscriber)('?s)? accounts?\b/g, "recipient");
}
