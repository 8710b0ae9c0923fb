import type { MailMessage } from "nodemailer";
import type { Mailbox } from "../provider.ts";
import { encodedWords, looksEncoded } from "./encoded-words.ts";

type Node = Pick<MailMessage["message"], "encodeHeaderValue">;

const OF_MAILBOXES = /^(from|sender|to|cc|bcc|reply-to)$/i;

/**
 * Writes names that look like encoded words as encoded words, so that mail programs show them as they are. nodemailer puts a
 * name in ASCII between quotes, and many programs decode also there. All other headers are as nodemailer writes them.
 * @returns the node.
 */
export function encodeNames<Given extends Node>(node: Given): Given {
  const encode = node.encodeHeaderValue.bind(node);
  node.encodeHeaderValue = (key, value) => {
    const mailboxes = OF_MAILBOXES.test(key)
      ? ([value].flat() as unknown as (Partial<Mailbox> | undefined)[])
      : [];
    if (!mailboxes.some((one) => looksEncoded(one?.name))) return encode(key, value);
    const texts = mailboxes.map(({ address = "", name = "" } = {}) =>
      looksEncoded(name)
        ? encode(key, [{ address, name: "x" }]).replace(/^x/, () => encodedWords(name))
        : encode(key, [{ address, name }]),
    );
    return texts.join(", ");
  };
  return node;
}
