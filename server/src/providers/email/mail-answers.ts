import { unlisted } from "../error-codes.ts";
import type { EmailMessage, SendOutcome } from "../provider.ts";
import { isSameAddress, outcomeByRecipient, type RecipientAnswer } from "../recipient-answers.ts";
import type { Verdict } from "../vendor-api.ts";
import { recipientsLeft } from "./unsettled.ts";

/**
 * A vendor's answer for one recipient of a mail. `words`: the vendor's own, or a sentence; of an unlisted refusal they decide, with the
 * vendor's `code`.
 */
export type AnswerFor = Pick<Verdict, "kind" | "isUnlisted"> & {
  recipient: string;
  words?: string;
  code?: string;
  id?: string;
};

/** The recipients of a mail by the list that names them. */
export type RecipientList = "to" | "cc" | "bcc";

/** The verdict on a response that has an answer for each recipient. Without a mail: to a check of the credentials. */
export function judgeByRecipient(answers: readonly AnswerFor[], mail?: EmailMessage): Verdict {
  const outcome = outcomeByRecipient(answers.map(toAnswer), mail?.to[0]?.address);
  const { kind, recipients } = outcome;
  const words = outcome.kind === "accepted" || outcome.reason === "" ? {} : { sentence: outcome.reason };
  const id = outcome.kind === "accepted" ? outcome.providerMessageId : undefined;
  return {
    kind,
    ...words,
    ...(recipients ? { recipients } : {}),
    ...(id === undefined ? {} : { providerMessageId: id }),
    ...(outcome.kind !== "accepted" && outcome.isProviderWell ? { isProviderWell: true as const } : {}),
    ...(outcome.kind !== "accepted" && outcome.isThrottled ? { isThrottled: true } : {}),
  };
}

function toAnswer({ recipient, kind, words, code, id, isUnlisted }: AnswerFor): RecipientAnswer {
  if (kind === "accepted")
    return { recipient, outcome: { kind, ...(id === undefined ? {} : { providerMessageId: id }) } };
  if (isUnlisted) return { recipient, outcome: unlistedOutcome(words, code) };
  const isWell = kind === "not_processed" ? { isProviderWell: true as const } : {};
  return { recipient, outcome: { kind, reason: words ?? "", ...isWell } };
}

function unlistedOutcome(words = "", code = ""): SendOutcome {
  const { kind, isThrottled } = unlisted(`${code} | ${words}`);
  if (kind === "accepted") return { kind };
  return { kind, reason: words, ...(isThrottled ? { isThrottled } : {}) };
}

/** The vendor has accepted the mail, but does not send it to these recipients. */
export function acceptedExcept(mail: EmailMessage, refused: readonly string[], words: string): Verdict {
  return judgeByRecipient(
    recipientsLeft(mail).map((recipient) => answerFor(recipient, refused, { kind: "accepted", words })),
    mail,
  );
}

/**
 * The vendor has refused the whole mail because of these recipients. If the subscriber's own address is among them, or none is named, the
 * message is given up; otherwise the next attempt leaves them out.
 */
export function refusedBecauseOf(mail: EmailMessage, refused: readonly string[], words: string): Verdict {
  const own = mail.to[0]?.address ?? "";
  if (refused.length === 0 || refused.some((one) => isSameAddress(one, own)))
    return { kind: "recipient_error" };
  return judgeByRecipient(
    recipientsLeft(mail).map((recipient) => answerFor(recipient, refused, { kind: "not_processed", words })),
    mail,
  );
}

type Others = { kind: "accepted" | "not_processed"; words: string };

function answerFor(recipient: string, refused: readonly string[], { kind, words }: Others): AnswerFor {
  const isRefused = refused.some((one) => isSameAddress(one, recipient));
  return { recipient, kind: isRefused ? "recipient_error" : kind, words };
}

/** The address at a place of a list that the request had; all of the list without a place. */
export function addressesAt(mail: EmailMessage, list: RecipientList, place?: number): string[] {
  const all = (mail[list] ?? []).map(({ address }) => address);
  return place === undefined ? all : all.slice(place, place + 1);
}

/** Those of the mail's recipients that a text of the vendor names. */
export function recipientsNamedIn(mail: EmailMessage, text: string): string[] {
  const words = text.toLowerCase();
  return recipientsLeft(mail).filter((recipient) => isNamedIn(words, recipient.toLowerCase()));
}

/** `bob@example.com` is no part of `rob.bob@example.com.au`. */
function isNamedIn(text: string, address: string): boolean {
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at + 1)) {
    const isStart = !/[\p{L}\p{N}._+-]$/u.test(text.slice(0, at));
    const isEnd = !/^(?:[\p{L}\p{N}-]|\.[\p{L}\p{N}])/u.test(text.slice(at + address.length));
    if (isStart && isEnd) return true;
  }
  return false;
}
