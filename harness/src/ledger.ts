import type {
  Evidence,
  HistoryLine,
  JobRow,
  MessageRow,
  NotificationRow,
  ProviderCall,
  TriggerRow,
} from "./evidence.ts";

/** The evidence of one run, looked up from all sides. */
export type Ledger = {
  evidence: Evidence;
  /** Answered with 2xx, and still in doubt at the end: one line for each transaction. */
  acknowledged: ReadonlyMap<string, HistoryLine>;
  inDoubt: ReadonlyMap<string, HistoryLine>;
  refused: ReadonlyMap<string, HistoryLine>;
  triggersOf: ReadonlyMap<string, TriggerRow[]>;
  notificationsOf: ReadonlyMap<string, NotificationRow[]>;
  notification: ReadonlyMap<string, NotificationRow>;
  /** By notification, in their order. */
  jobsOf: ReadonlyMap<string, JobRow[]>;
  /** By job. */
  messagesOf: ReadonlyMap<string, MessageRow[]>;
  /** By mark, in the order of their times. */
  callsOf: ReadonlyMap<string, ProviderCall[]>;
};

export function openLedger(evidence: Evidence): Ledger {
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
    triggersOf: groups(dump.triggers, ({ transactionId }) => transactionId),
    notificationsOf: groups(dump.notifications, ({ transactionId }) => transactionId),
    notification: new Map(dump.notifications.map((row) => [row.id, row])),
    jobsOf: groups(
      [...dump.jobs].sort((a, b) => a.position - b.position),
      ({ notificationId }) => notificationId,
    ),
    messagesOf: groups(dump.messages, ({ jobId }) => jobId),
    callsOf: groups(
      [...calls].sort((a, b) => a.at - b.at),
      ({ mark }) => mark,
    ),
  };
}

export function groups<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = found.get(key);
    if (group) group.push(item);
    else found.set(key, [item]);
  }
  return found;
}

export const markOf = (transactionId: string, subscriberId: string, channel: string): string =>
  `${transactionId}|${subscriberId}|${channel}`;

/** Deliveries beyond the first of one message, per provider. */
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
