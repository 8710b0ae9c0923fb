import type { TestBed } from "../scenario.ts";

/** The number of SMS that were sent although the email of the step before them has not been. */
export function overtakenMails({
  mailProvider,
  smsProvider,
}: Pick<TestBed, "mailProvider" | "smsProvider">): number {
  const sent = new Set(mailProvider.calls.map(({ mark }) => mark));
  return smsProvider.calls.filter(({ mark }) => !sent.has(mark.replace(/sms$/, "email"))).length;
}
