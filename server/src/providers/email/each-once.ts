import type { EmailMessage, Mailbox } from "../provider.ts";
import { asciiDomain, domainOf } from "./addr-spec.ts";

type Recipients = Pick<EmailMessage, "to" | "cc" | "bcc">;

/**
 * The mail with each address once, where it is mentioned first: in `to`, else in `cc`, else in `bcc`. Otherwise a mail server gets two
 * `RCPT TO` for one mailbox, and SendGrid rejects the mail.
 */
export function eachOnce<M extends Recipients>(message: M): M {
  const seen = new Set<string>();
  const isNew = ({ address }: Mailbox): boolean => {
    const known = seen.size;
    return seen.add(sameForm(address)).size > known;
  };
  const { cc, bcc, ...rest } = message;
  const to = message.to.filter(isNew);
  const [ccOnce = [], bccOnce = []] = [cc, bcc].map((list) => list?.filter(isNew));
  return {
    ...rest,
    to,
    ...(ccOnce.length > 0 ? { cc: ccOnce } : {}),
    ...(bccOnce.length > 0 ? { bcc: bccOnce } : {}),
  } as M;
}

/** Equal for spellings of one address: letters of any case, and both forms of an internationalized domain. */
function sameForm(address: string): string {
  const domain = domainOf(address);
  return `${address.slice(0, address.length - domain.length)}${asciiDomain(domain)}`.toLowerCase();
}
