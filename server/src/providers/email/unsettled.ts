import type { EmailMessage, Mailbox } from "../provider.ts";
import { isSameAddress } from "../recipient-answers.ts";

/** The recipients that a mail is still to be sent to, each once: those of `to`, `cc` and `bcc` that are not settled. */
export function recipientsLeft({ to, cc = [], bcc = [], settled = [] }: EmailMessage): string[] {
  const left: string[] = [];
  for (const { address } of [...to, ...cc, ...bcc]) {
    const isDone = [...settled, ...left].some((other) => isSameAddress(other, address));
    if (!isDone) left.push(address);
  }
  return left;
}

/** The mail for a vendor that sends to all recipients that the mail names. A copy becomes `to`, which vendors require. */
export function withoutSettled(message: EmailMessage): EmailMessage {
  const { settled, to, cc = [], bcc = [], ...rest } = message;
  if (!settled) return message;
  const left = (mailboxes: readonly Mailbox[]) =>
    mailboxes.filter(({ address }) => !settled.some((other) => isSameAddress(other, address)));
  const [toLeft, ccLeft, bccLeft] = [left(to), left(cc), left(bcc)];
  if (toLeft.length > 0) return { ...rest, to: toLeft, ...copies(ccLeft, bccLeft) };
  if (ccLeft.length > 0) return { ...rest, to: ccLeft, ...copies([], bccLeft) };
  return { ...rest, to: bccLeft.slice(0, 1), ...copies([], bccLeft.slice(1)) };
}

function copies(cc: Mailbox[], bcc: Mailbox[]) {
  return { ...(cc.length > 0 ? { cc } : {}), ...(bcc.length > 0 ? { bcc } : {}) };
}
