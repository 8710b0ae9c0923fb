import type { MailMessage } from "nodemailer";
import type { Mailbox } from "../provider.ts";
import { encodedWords, looksEncoded } from "./encoded-words.ts";

type Node = Pick<MailMessage["message"], "encodeHeaderValue">;
type HeaderValue = Parameters<Node["encodeHeaderValue"]>[1];

const OF_MAILBOXES = /^(from|sender|to|cc|bcc|reply-to)$/i;

/**
 * Writes names that look like encoded words as encoded words, so that mail programs show them as the client gave them. nodemailer quotes a
 * name in ASCII, and many mail programs decode encoded words between quotes, too. All other headers are as nodemailer writes them.
 * @returns the node.
 */
export function encodeNames<Given extends Node>(node: Given): Given {
  const encode = node.encodeHeaderValue.bind(node);
  node.encodeHeaderValue = (key, value) => {
    const mailboxes = OF_MAILBOXES.test(key) ? mailboxesIn(value) : [];
    if (!mailboxes.some(({ name }) => looksEncoded(name))) return encode(key, value);
    const texts = mailboxes.map(({ address, name = "" }) =>
      looksEncoded(name)
        ? encode(key, [{ address, name: "x" }]).replace(/^x/, () => encodedWords(name))
        : encode(key, [{ address, name }]),
    );
    return texts.join(", ");
  };
  return node;
}

/** `composeMail` gives nodemailer one mailbox or a list of them. */
function mailboxesIn(value: HeaderValue): Mailbox[] {
  const values: HeaderValue[] = Array.isArray(value) ? value : [value];
  return values.filter(isMailbox);
}

function isMailbox(value: HeaderValue): value is Mailbox {
  return typeof value === "object" && value !== null && "address" in value;
}
