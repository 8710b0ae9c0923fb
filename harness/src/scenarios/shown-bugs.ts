import type { HistoryLine } from "../evidence.ts";
import type { TestBed } from "../scenario.ts";

/** Repetitions of acknowledged triggers, by what tells them apart. */
export function repetitions({ client }: TestBed, isOfKind: (line: HistoryLine) => boolean): number {
  const seen = new Set<string>();
  return client.history.filter((line) => {
    if (line.kind !== "ok") return false;
    const isRepeated = seen.has(line.transactionId);
    seen.add(line.transactionId);
    return isRepeated && isOfKind(line);
  }).length;
}

/** The number of triggers acknowledged from now on. */
export const acknowledgedSince = ({ client }: TestBed) => {
  const before = client.acknowledged;
  return () => client.acknowledged - before;
};

/** The number of SMS that were sent although the email of the step before them has not been. */
export function overtakenMails({
  mailProvider,
  smsProvider,
}: Pick<TestBed, "mailProvider" | "smsProvider">): number {
  const sent = new Set(mailProvider.calls.map(({ mark }) => mark));
  return smsProvider.calls.filter(({ mark }) => !sent.has(mark.replace(/sms$/, "email"))).length;
}
