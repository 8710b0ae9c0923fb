import type { NodemailerError } from "nodemailer";
import type { SendOutcome } from "../provider.ts";
import { rawOf } from "../raw-response.ts";

type FailureKind = Exclude<SendOutcome["kind"], "accepted">;

/** The outcome of an SMTP failure. `isHandedOver`: the server had the complete mail before the failure. */
export function smtpFailure(error: unknown, isHandedOver: boolean, secrets: readonly string[]): SendOutcome {
  const failure = (error instanceof Error ? error : new Error("unknown")) as NodemailerError;
  const kind = isWithoutTls(failure) ? "config_error" : kindOf(failure, isHandedOver);
  return {
    kind,
    reason: reasonOf(failure, isHandedOver),
    ...(failure.response === undefined ? {} : { raw: rawOf(failure.response, secrets) }),
  };
}

/** TLS is required and the server refuses STARTTLS permanently (RFC 3207: 454 is a temporary refusal). */
function isWithoutTls({ code, command, message, responseCode }: NodemailerError): boolean {
  if (/does not support required STARTTLS/.test(message)) return true;
  const isRefused = responseCode !== undefined && responseCode >= 500;
  return code === "EREQUIRETLS" || (code === "ETLS" && command === "STARTTLS" && isRefused);
}

function kindOf(failure: NodemailerError, isHandedOver: boolean): FailureKind {
  const isTemporary = failure.responseCode !== undefined && failure.permanent === false;
  switch (failure.code) {
    case "EAUTH":
    case "ENOAUTH":
    case "EOAUTH2":
      return isTemporary ? "not_processed" : "config_error";
    case "EENVELOPE":
      return isTemporary ? "not_processed" : kindOfRefusedEnvelope(failure);
    case "EMESSAGE":
      // An answer without a status says nothing about the mail.
      if (isHandedOver && failure.responseCode === undefined) return "ambiguous";
      return isTemporary ? "not_processed" : "rejected";
    case "ECONFIG":
      return "config_error";
    case "EMAXRECIPIENTS":
    case "EFILEACCESS":
    case "EURLACCESS":
    case "ESTREAM":
      return "rejected";
    default:
      return isHandedOver ? "ambiguous" : "not_processed";
  }
}

/** 530 requires a log-in, after any command. A refused sender is a fault of the account, not of the recipient. */
function kindOfRefusedEnvelope(failure: NodemailerError): FailureKind {
  if (failure.responseCode === 530 || failure.command === "MAIL FROM") return "config_error";
  return failure.command === "DATA" ? "rejected" : "recipient_error";
}

const NO_TLS =
  "The mail server does not offer TLS, which this integration requires; nothing was sent. Use a host and a port with TLS, " +
  "or set requireTls to false in its credentials to send the password and the mails unprotected.";

const SENTENCES: Record<string, string> = {
  EABORT: "The mail server took too long.",
  EAUTH: "The mail server refused the user or the password.",
  ECONNECTION: "The connection to the mail server broke off.",
  EENVELOPE: "The mail server refused the sender or a recipient.",
  EMESSAGE: "The mail server refused the mail.",
  EPROTOCOL: "The mail server does not speak SMTP as expected.",
  ESOCKET: "The connection to the mail server failed.",
  ETIMEDOUT: "The mail server took too long.",
  ETLS: "TLS with the mail server failed.",
};

/** Our sentence and the code of the response; the response itself is in `raw`, masked. */
function reasonOf(failure: NodemailerError, isHandedOver: boolean): string {
  if (isWithoutTls(failure)) return NO_TLS;
  const sentence = SENTENCES[failure.code ?? ""] ?? "The mail could not be sent.";
  const code = failure.responseCode === undefined ? "" : ` It answered ${failure.responseCode}.`;
  return isHandedOver && code === "" ? `${sentence} It may have the mail.` : `${sentence}${code}`;
}
