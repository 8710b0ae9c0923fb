import type { Violation, WindowRow } from "./evidence.ts";
import { groupBy, type Ledger } from "./ledger.ts";

/** I7, I8: each event is in exactly one window, in order, and in the message of that window. */
export function checkDigests(ledger: Ledger): Violation[] {
  return [...checkWindows(ledger), ...checkMembership(ledger), ...checkMessageEvents(ledger)];
}

function checkWindows({ evidence: { dump } }: Ledger): Violation[] {
  const violations: Violation[] = [];
  const report = (invariant: string, what: string) => violations.push({ invariant, what });
  const eventsOf = groupBy(dump.digestEvents, ({ windowJobId }) => windowJobId);
  for (const [key, windows] of groupBy(dump.windows, (window) => window.key)) {
    const open = windows.filter(({ isOpen }) => isOpen).length;
    if (open > 1) report("I8", `${open} windows are open for ${key}`);
  }
  for (const { jobId, eventCount } of dump.windows) {
    const seqs = (eventsOf.get(jobId) ?? []).map(({ seq }) => seq).sort((a, b) => a - b);
    if (seqs.length !== eventCount)
      report("I8", `window ${jobId} counts ${eventCount} events and has ${seqs.length}`);
    else if (seqs.some((seq, index) => seq !== index + 1))
      report("I7", `the events of ${jobId} are ${seqs.join(", ")}`);
  }
  return violations;
}

/** Each notification is in exactly one window, and a merged one points to the owner of its window. */
function checkMembership({ evidence: { dump }, notification, jobsOf }: Ledger): Violation[] {
  const violations: Violation[] = [];
  const report = (what: string) => violations.push({ invariant: "I8", what });
  const windowOf = new Map<string, WindowRow>(dump.windows.map((window) => [window.jobId, window]));
  const membership = groupBy(dump.digestEvents, ({ notificationId }) => notificationId);
  for (const [notificationId, jobs] of jobsOf) {
    if (jobs[0]?.type !== "digest" || jobs[0].status === "pending") continue;
    const windows = membership.get(notificationId) ?? [];
    if (windows.length !== 1) report(`notification ${notificationId} is in ${windows.length} digest windows`);
    const window = windowOf.get(windows[0]?.windowJobId ?? "");
    const into = notification.get(notificationId)?.digestedInto ?? notificationId;
    if (window && window.notificationId !== into)
      report(
        `notification ${notificationId} is in the window of ${window.notificationId}, but digested into ${into}`,
      );
  }
  return violations;
}

/** The message of a window contains each event of the window once. */
function checkMessageEvents({ evidence: { dump }, notification, callsOf, jobsOf }: Ledger): Violation[] {
  const eventsOf = groupBy(dump.digestEvents, ({ windowJobId }) => windowJobId);
  return dump.windows.flatMap(({ jobId, notificationId, isOpen }) => {
    const owner = notification.get(notificationId);
    const sent = callsOf.get(`${owner?.transactionId}|${owner?.subscriberId}|email`)?.[0]?.events;
    const isGivenUp = jobsOf.get(notificationId)?.some((job) => job.isGivenUp);
    if (sent === undefined && (isOpen || isGivenUp)) return [];
    const expected = (eventsOf.get(jobId) ?? []).map(
      (event) => notification.get(event.notificationId)?.transactionId,
    );
    const isSame = sent && [...sent].sort().join() === [...expected].sort().join();
    const what = `window ${jobId} has ${expected.length} events, its message contains ${sent?.length ?? 0}`;
    return isSame ? [] : [{ invariant: "I8", what }];
  });
}
