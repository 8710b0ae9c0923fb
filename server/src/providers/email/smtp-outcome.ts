import type { NodemailerError } from "nodemailer";
import type { SendOutcome } from "../provider.ts";
import { rawOf } from "../raw-response.ts";
import { outcomeByRecipient, type RecipientAnswer } from "../recipient-answers.ts";
import { withoutUtf8 } from "./internationalized.ts";
import type { RefusedAddress } from "./smtp-mail.ts";
import type { MailDelivery } from "./smtp-pool.ts";
import { meaningOf, type ReplyMeaning } from "./smtp-reply.ts";
import { tlsFaultOf } from "./smtp-tls-fault.ts";

type FailureKind = Exclude<SendOutcome["kind"], "accepted">;

/** A mail that was sent or failed: to which recipients, with the subscriber's own first if it was among them. */
type SentMail = { messageId: string; recipients: readonly string[]; own: string | undefined };

/** The outcome of a mail: what the server replied to the subscriber's own address decides it (RFC 5321, section 3.3). */
export function smtpOutcome(delivery: MailDelivery, mail: SentMail, secrets: readonly string[]): SendOutcome {
  const common: SendOutcome =
    delivery.kind === "delivered"
      ? { kind: "accepted", providerMessageId: mail.messageId, raw: rawOf(delivery.response, secrets) }
      : smtpFailure(delivery.error, delivery.isHandedOver, secrets);
  // After a refused sender, replies to recipients are about the order of commands.
  const isSenderRefused = delivery.kind === "failed" && asFailure(delivery.error).command === "MAIL FROM";
  const refused = isSenderRefused ? [] : delivery.refused;
  const answers = mail.recipients.map((recipient): RecipientAnswer => {
    const refusal = refused.find(({ address }) => address === recipient);
    return { recipient, outcome: refusal ? refusedOutcome(refusal, secrets) : common };
  });
  return outcomeByRecipient(answers, mail.own);
}

/** A lack of SMTPUTF8 is no fault of the address: another server may have it. */
function refusedOutcome(refused: RefusedAddress, secrets: readonly string[]): SendOutcome {
  return "error" in refused
    ? smtpFailure(refused.error, false, secrets)
    : { kind: "config_error", reason: withoutUtf8(refused.needsUtf8, "The mail server") };
}

/** The outcome of an SMTP failure. `isHandedOver`: the server had the complete mail before the failure. */
export function smtpFailure(error: unknown, isHandedOver: boolean, secrets: readonly string[]): SendOutcome {
  const failure = asFailure(error);
  const tlsFault = tlsFaultOf(failure);
  if (tlsFault !== undefined)
    return { kind: "config_error", reason: tlsFault, ...answerOf(failure, secrets) };
  const meaning = replyMeaningOf(failure);
  return {
    kind: meaning?.kind ?? kindOf(failure, isHandedOver),
    reason: reasonOf(failure, isHandedOver, meaning),
    ...answerOf(failure, secrets),
    ...(meaning?.isProviderWell ? { isProviderWell: true as const } : {}),
    ...(meaning?.isQuotaUsedUp ? { isQuotaUsedUp: true as const } : {}),
  };
}

function asFailure(error: unknown): NodemailerError {
  return error instanceof Error ? error : new Error("unknown");
}

function answerOf({ response }: NodemailerError, secrets: readonly string[]) {
  return response === undefined ? {} : { raw: rawOf(response, secrets) };
}

/** Undefined unless the server replied to a command of the mail. */
function replyMeaningOf({
  code,
  command = "",
  response,
  responseCode,
}: NodemailerError): ReplyMeaning | undefined {
  if ((code !== "EENVELOPE" && code !== "EMESSAGE") || responseCode === undefined) return undefined;
  return meaningOf({ code: responseCode, text: response ?? "", command });
}

function kindOf(failure: NodemailerError, isHandedOver: boolean): FailureKind {
  switch (failure.code) {
    case "EAUTH":
    case "ENOAUTH":
    case "EOAUTH2":
      return failure.responseCode !== undefined && !failure.permanent ? "not_processed" : "config_error";
    case "EMESSAGE":
      // An answer without a status says nothing about the mail. Else it was larger than the server announced (SIZE, RFC 1870).
      return isHandedOver ? "ambiguous" : "rejected";
    case "ECONFIG":
      return "config_error";
    case "EENVELOPE":
    case "EMAXRECIPIENTS":
    case "EFILEACCESS":
    case "EURLACCESS":
    case "ESTREAM":
      return "rejected";
    default:
      return isHandedOver ? "ambiguous" : "not_processed";
  }
}

const SENTENCES: Record<string, string> = {
  EABORT: "The mail server took too long.",
  EAUTH: "The mail server refused the user or the password.",
  ECONNECTION: "The connection to the mail server broke off.",
  EMESSAGE: "The mail server refused the mail.",
  EPROTOCOL: "The mail server does not speak SMTP as expected.",
  ESOCKET: "The connection to the mail server failed.",
  ETIMEDOUT: "The mail server took too long.",
  ETLS: "TLS with the mail server failed.",
};

/** With the cause that the operating system or OpenSSL names. */
function sentenceOf({ code = "", originalCode }: NodemailerError): string {
  const isTls = originalCode?.startsWith("ERR_SSL_");
  const sentence = SENTENCES[isTls ? "ETLS" : code] ?? "The mail could not be sent.";
  const isNamed = originalCode !== undefined && /^[A-Z][A-Z0-9_]{2,60}$/.test(originalCode);
  return isNamed ? sentence.replace(/\.$/, ` (${originalCode}).`) : sentence;
}

/** Our sentence and the code of the response; the response itself is in `raw`, masked. */
function reasonOf(
  failure: NodemailerError,
  isHandedOver: boolean,
  meaning: ReplyMeaning | undefined,
): string {
  const [, limit] = /^Message size larger than allowed (\d+)$/.exec(failure.message) ?? [];
  if (limit !== undefined) return `The mail is larger than the mail server accepts: ${limit} bytes.`;
  const sentence = meaning?.sentence ?? sentenceOf(failure);
  const code = failure.responseCode === undefined ? "" : ` It answered ${failure.responseCode}.`;
  return isHandedOver && code === "" ? `${sentence} It may have the mail.` : `${sentence}${code}`;
}
