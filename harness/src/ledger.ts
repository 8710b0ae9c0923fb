import type {
  Evidence,
  HistoryLine,
  JobRow,
  MessageRow,
  NotificationRow,
  ProviderCall,
  TriggerRow,
} from "./evidence.ts";

/** The evidence of one run, indexed for the checker. */
export type Ledger = {
  evidence: Evidence;
  /** Answered with 2xx. These three maps have one line for each transaction. */
  acknowledged: ReadonlyMap<string, HistoryLine>;
  /** Not acknowledged, and at least one call had an unknown result. */
  inDoubt: ReadonlyMap<string, HistoryLine>;
  /** Every call was refused. */
  refused: ReadonlyMap<string, HistoryLine>;
  triggersOf: ReadonlyMap<string, TriggerRow[]>;
  notificationsOf: ReadonlyMap<string, NotificationRow[]>;
  notification: ReadonlyMap<string, NotificationRow>;
  /** By notification, in the order of their steps. */
  jobsOf: ReadonlyMap<string, JobRow[]>;
  /** By job. */
  messagesOf: ReadonlyMap<string, MessageRow[]>;
  /** By mark, in order of time. */
  callsOf: ReadonlyMap<string, ProviderCall[]>;
};

export function buildLedger(evidence: Evidence): Ledger {
  const { history, calls, dump } = evidence;
  const last = (kinds: readonly HistoryLine["kind"][]) =>
    new Map(history.filter(({ kind }) => kinds.includes(kind)).map((line) => [line.transactionId, line]));
  const acknowledged = last(["ok"]);
  const without = (lines: Map<string, HistoryLine>, others: ReadonlyMap<string, unknown>) =>
    new Map([...lines].filter(([transactionId]) => !others.has(transactionId)));
  const inDoubt = without(last(["info"]), acknowledged);
  return {
    evidence,
    acknowledged,
    inDoubt,
    refused: without(without(last(["fail"]), acknowledged), inDoubt),
    triggersOf: groupBy(dump.triggers, ({ transactionId }) => transactionId),
    notificationsOf: groupBy(dump.notifications, ({ transactionId }) => transactionId),
    notification: new Map(dump.notifications.map((row) => [row.id, row])),
    jobsOf: groupBy(
      [...dump.jobs].sort((a, b) => a.position - b.position),
      ({ notificationId }) => notificationId,
    ),
    messagesOf: groupBy(dump.messages, ({ jobId }) => jobId),
    callsOf: groupBy(
      [...calls].sort((a, b) => a.at - b.at),
      ({ mark }) => mark,
    ),
  };
}

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const result = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = result.get(key);
    if (group) group.push(item);
    else result.set(key, [item]);
  }
  return result;
}

/** Its subscriber was deleted: the notification does not tell any more for whom it was. */
export const isNameless = ({ recipientEnvironmentId }: NotificationRow): boolean =>
  recipientEnvironmentId === null;

export const markOf = (transactionId: string, subscriberId: string, channel: string): string =>
  `${transactionId}|${subscriberId}|${channel}`;

/** The deliveries of each message that was delivered more than once. */
export function duplicates({
  evidence,
  callsOf,
}: Ledger): { isDeduplicating: boolean; calls: ProviderCall[] }[] {
  const repeated: { isDeduplicating: boolean; calls: ProviderCall[] }[] = [];
  for (const calls of callsOf.values()) {
    const effects = calls.filter(({ isEffect }) => isEffect);
    const provider = effects[0]?.provider ?? "";
    if (effects.length > 1)
      repeated.push({ isDeduplicating: evidence.deduplicating.includes(provider), calls: effects });
  }
  return repeated;
}
