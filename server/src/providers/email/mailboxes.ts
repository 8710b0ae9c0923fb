import { textOf } from "../credential.ts";
import type { Credentials, EmailMessage, Mailbox } from "../provider.ts";
import { asciiDomain, domainOf } from "./addr-spec.ts";
import { encodedWords, looksEncoded } from "./encoded-words.ts";

/** The message's sender overrides the integration's; a name is only used with the address of the same source. */
export function senderOf(message: EmailMessage, credentials: Credentials): Mailbox | undefined {
  const address = message.from?.address ?? textOf(credentials, "from");
  const name = message.from?.name ?? textOf(credentials, "senderName");
  if (address === undefined) return undefined;
  return name === undefined ? { address } : { address, name };
}

/** `"Name" <address>`: the name is a quoted string (RFC 5322), so that commas and brackets in it add no recipient. */
export function mailboxText({ address, name }: Mailbox): string {
  return name ? `"${name.replace(/["\\]/g, "\\$&")}" <${address}>` : address;
}

/** Several mailboxes as texts; undefined if there are none. */
export function mailboxTexts(mailboxes: readonly Mailbox[] = []): string[] | undefined {
  return mailboxes.length === 0 ? undefined : mailboxes.map(mailboxText);
}

/** A text where there is one mailbox, and a list where there are several, for vendors that take both. */
export function mailboxTextOrTexts(mailboxes?: readonly Mailbox[]): string | string[] | undefined {
  const texts = mailboxTexts(mailboxes);
  return texts?.length === 1 ? texts[0] : texts;
}

/** Several mailboxes separated by commas; undefined if there are none. */
export function mailboxList(mailboxes?: readonly Mailbox[]): string | undefined {
  return mailboxTexts(mailboxes)?.join(", ");
}

/** `{email, name}`, as several vendors write a mailbox. */
export function emailAndName({ address, name }: Mailbox): { email: string; name?: string } {
  return name ? { email: address, name } : { email: address };
}

/** Several mailboxes as `{email, name}`; undefined if there are none. */
export function emailsAndNames(mailboxes: readonly Mailbox[] = []): object[] | undefined {
  return mailboxes.length === 0 ? undefined : mailboxes.map(emailAndName);
}

/** A mailbox whose name has at most so many characters (UTF-16), for vendors that refuse a longer one. */
export function withShortName({ address, name }: Mailbox, maxLength: number): Mailbox {
  if (name === undefined) return { address };
  if (name.length <= maxLength) return { address, name };
  // Without the first half of a character that the cut has divided.
  return {
    address,
    name: name
      .slice(0, maxLength)
      .replace(/[\uD800-\uDBFF]$/, "")
      .trimEnd(),
  };
}

/** Letters without commas and semicolons, which some vendors reject in a name. */
export function withoutSeparators(mailboxes: readonly Mailbox[] = []): Mailbox[] {
  return mailboxes.map(({ address, name }) => ({
    address,
    ...(name ? { name: name.replace(/[,;]/g, " ") } : {}),
  }));
}

/**
 * `Name <address>` in ASCII: a name with other letters, or one that looks like an encoded word, becomes encoded words (RFC 2047), a
 * domain with other letters IDNA.
 */
export function asciiMailboxText({ address: given, name }: Mailbox): string {
  const domain = domainOf(given);
  const address = `${given.slice(0, given.length - domain.length)}${asciiDomain(domain)}`;
  const isPlain = name === undefined || (/^[\x20-\x7e]*$/.test(name) && !looksEncoded(name));
  return isPlain ? mailboxText({ address, ...(name ? { name } : {}) }) : `${encodedWords(name)} <${address}>`;
}
