import type { SendOutcome } from "../provider.ts";
import { isQuotaOfDays } from "../refusal-rule.ts";

/** A reply of a mail server that refuses a sender (MAIL FROM), a recipient (RCPT TO) or a mail (DATA). */
export type Refusal = { code: number; text: string; command: string };

/** `sentence`: what was refused. */
export type ReplyMeaning = {
  kind: Exclude<SendOutcome["kind"], "accepted" | "ambiguous">;
  sentence: string;
  isProviderWell?: true;
  /** The account's quota of a day. */
  isQuotaUsedUp?: true;
};

/** Longer replies are searched in their beginning. */
const MAX_SEARCHED = 2_000;

/** What a refusal means: whose fault it is, and whether it is for now or for good. */
export function meaningOf(refusal: Refusal): ReplyMeaning {
  const text = refusal.text.slice(0, MAX_SEARCHED);
  const status = enhancedStatus(text, refusal.code);
  const sentence = SENTENCES[refusal.command] ?? "The mail server refused the mail.";
  if (isOwnQuota(text, status, refusal.command))
    return { kind: "not_processed", sentence: NO_QUOTA, isQuotaUsedUp: true };
  // 503 is about the order of commands: another connection may work.
  if (refusal.code < 500 || refusal.code === 503) {
    return {
      kind: "not_processed",
      sentence,
      ...(isServerWell({ ...refusal, text }, status) ? { isProviderWell: true } : {}),
    };
  }
  return permanentMeaning({ ...refusal, text }, status, sentence);
}

const SENTENCES: Readonly<Record<string, string>> = {
  "MAIL FROM": "The mail server refused the sender.",
  "RCPT TO": "The mail server refused the recipient.",
};
const TOO_MANY = "The mail server accepts no more mails of this sender for now.";
const FULL_MAILBOX = "The recipient's mailbox is full.";
const NO_QUOTA = "The mail server takes no more mails of this account for now: its quota is used up.";

/**
 * The sender's quota of a day, also with a permanent code (`550 5.4.5 Daily user sending limit exceeded`:
 * https://support.google.com/a/answer/3726730). A reply to RCPT TO without that code is about the mailbox of the recipient.
 */
function isOwnQuota(text: string, status: string, command: string): boolean {
  return isQuotaOfDays(text) && (command !== "RCPT TO" || status === "4.5");
}

const NO_UTF8 = "The mail server does not accept international addresses (SMTPUTF8).";
const NOT_ALLOWED = "The mail server accepts no such mails of this sender.";
const TOO_LARGE = "The mail is larger than the mail server accepts.";

/**
 * The enhanced status code (RFC 3463) without its class, as `7.1`. Some servers write it at the end: `(#5.7.1)`. Not a part of an
 * address such as 5.7.1.20.
 */
function enhancedStatus(text: string, code: number): string {
  const found = text.matchAll(/(?<![\d.])([245])\.(\d{1,3}\.\d{1,3})(?!\.?\d)/g);
  for (const [, group, status = ""] of found) if (Number(group) === Math.floor(code / 100)) return status;
  return "";
}

/** RFC 3463, 2.2; and the words of servers that have no enhanced status codes, or write another one. */
const IS_FULL =
  /\b(?:mail ?box|inbox|maildir|account|user|recipient)\b.{0,60}\b(?:full|quota|(?:storage|space) (?:limit|exceeded))\b|\bover ?quota\b|\bexceeded storage allocation\b/i;
const IS_GREYLISTED = /\bgr[ae]y-?list/i;

/**
 * A temporary refusal says that the server works, except 421 (it closes) and those about the mail system or the network (4.3.x, 4.4.x).
 * Greylisting and full mailboxes are about one recipient, with whatever code a server says it.
 */
function isServerWell({ code, text }: Refusal, status: string): boolean {
  if (code < 400 || code >= 500) return false;
  if (status === "2.2" || IS_FULL.test(text) || IS_GREYLISTED.test(text)) return true;
  return code !== 421 && !/^[34]\./.test(status);
}

/** RFC 3463, section 3.2, and 5.1.10 of RFC 7505: the address has no mailbox. */
const NO_MAILBOX = /^(?:1\.(?:1|2|3|6|10)|2\.\d+)$/;
/** The sender's address (1.7, 1.8) or a policy (7.x). */
const OF_SENDER = /^(?:1\.[78]|7\.\d+)$/;
/** Message too big for the system, or for the mailbox. */
const OF_SIZE = /^(?:3\.4|2\.3)$/;

/** Of Exchange, with the status codes of mailboxes. */
const OF_SUBMISSION = /\bSendAsDenied\b|\bSubmission\w*Exception\b/;

/** How much the account may send: Gmail says it with 5.4.5, Exchange with 5.2.0, others in words. A size is of one mail. */
const SENDING_LIMITS = [
  /\bSubmissionQuotaExceeded|\brate ?limit/i,
  /\b(?:send(?:er|ing)?|sent|submission|outbound|outgoing|daily|hourly)\b(?!.{0,40}\bsize\b).{0,40}\b(?:quota|limits?|rate)\b/i,
  /\bexceed\w*\b.{0,60}\b(?:e-?mails|messages|recipients)\b.{0,20}\b(?:per|an?|each) (?:minute|hour|day)\b/i,
  /\bunusual sending\b/i,
];

/** Policies that servers without enhanced status codes name in words. */
const POLICIES = [
  /\brelay(?:ing)?\b.{0,40}\b(?:denied|refused|rejected|prohibited|not (?:permitted|allowed|authori[sz]ed))/i,
  /\b(?:unable|not (?:permitted|allowed|authori[sz]ed)|refus\w+) to (?:relay|send|submit)\b|\bnot? (?:an )?open relay\b|\brcpthosts\b/i,
  /\bblocked using\b|\b(?:block|black|deny) ?list|\b(?:rbl|dnsbl)\b|\bspamhaus\b|\bspamcop\b|\breputation\b/i,
  /\bauthenticat\w*\b.{0,30}\brequired\b|\b(?:must|please) (?:first )?(?:authenticate|log ?in)\b/i,
  /\bsender\b.{0,60}\b(?:rejected|denied|refused|not (?:permitted|allowed|authori[sz]ed)|verify failed)/i,
  /(?<!recipient )\b(?:e-?mail address|from(?: address)?|sender|identity|domain)\b.{0,40}\bnot (?:been )?verified\b/i,
  /\b(?:ip|client host|helo|ehlo|your (?:host|server|network))\b.{0,60}\b(?:rejected|denied|refused|blocked|banned|not (?:permitted|allowed|authori[sz]ed))/i,
  /\badministrative prohibition\b|\b(?:against|by|due to|violat\w+) (?:\w+ ){0,2}polic(?:y|ies)\b|\bpolicy (?:violation|rejection|reasons?)\b/i,
  /\b(?:spf|dkim|dmarc)\b/i,
];
const isAny = (patterns: readonly RegExp[], text: string) => patterns.some((pattern) => pattern.test(text));

function permanentMeaning({ code, text, command }: Refusal, status: string, sentence: string): ReplyMeaning {
  if (status === "6.7" || /\bSMTPUTF8\b|internationali[sz]ed/i.test(text))
    return { kind: "config_error", sentence: NO_UTF8 };
  const isOfRecipient = command === "RCPT TO";
  const isFull = status === "2.2" || (status === "" && IS_FULL.test(text));
  // At MAIL FROM it is the account of the sender.
  if (isFull && command === "MAIL FROM") return { kind: "config_error", sentence };
  if (isFull) return { kind: "recipient_error", sentence: FULL_MAILBOX };
  if (OF_SIZE.test(status) || (code === 552 && !isOfRecipient))
    return { kind: "rejected", sentence: TOO_LARGE };
  if (OF_SUBMISSION.test(text) || !NO_MAILBOX.test(status)) {
    if (isAny(SENDING_LIMITS, text)) return { kind: "not_processed", sentence: TOO_MANY };
    if (OF_SUBMISSION.test(text)) return { kind: "config_error", sentence: NOT_ALLOWED };
  }
  // 530 requires a log-in, after any command. A refused sender is a fault of the account.
  if (code === 530 || command === "MAIL FROM") return { kind: "config_error", sentence };
  // 571: the delivery is not authorized.
  if (OF_SENDER.test(status) || code === 571) return { kind: "config_error", sentence: NOT_ALLOWED };
  if (NO_MAILBOX.test(status)) return { kind: "recipient_error", sentence: SENTENCES["RCPT TO"] ?? sentence };
  if (isAny(POLICIES, text)) return { kind: "config_error", sentence: NOT_ALLOWED };
  return { kind: isOfRecipient ? "recipient_error" : "rejected", sentence };
}
