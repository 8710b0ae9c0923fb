import type { Violation, WindowRow } from "./evidence.ts";
import { groups, type Ledger } from "./ledger.ts";

/** I7, I8: each event is in exactly one window, in its order, and in the message that window became. */
export function checkDigests(ledger: Ledger): Violation[] {
  return [...checkWindows(ledger), ...checkMembership(ledger), ...checkTold(ledger)];
}

function checkWindows({ evidence: { dump } }: Ledger): Violation[] {
  const violations: Violation[] = [];
  const wrong = (invariant: string, what: string) => violations.push({ invariant, what });
  const eventsOf = groups(dump.digestEvents, ({ windowJobId }) => windowJobId);
  for (const [key, windows] of groups(dump.windows, (window) => window.key)) {
    const open = windows.filter(({ isOpen }) => isOpen).length;
    if (open > 1) wrong("I8", `${open} windows are open for ${key}`);
  }
  for (const { jobId, eventCount } of dump.windows) {
    const seqs = (eventsOf.get(jobId) ?? []).map(({ seq }) => seq).sort((a, b) => a - b);
    if (seqs.length !== eventCount)
      wrong("I8", `window ${jobId} counts ${eventCount} events and has ${seqs.length}`);
    else if (seqs.some((seq, index) => seq !== index + 1))
      wrong("I7", `the events of ${jobId} are ${seqs.join(", ")}`);
  }
  return violations;
}

/** Σ counts = notifications: none is in two windows, none in no window, and merged ones point to theirs. */
function checkMembership({ evidence: { dump }, notification, jobsOf }: Ledger): Violation[] {
  const violations: Violation[] = [];
  const wrong = (what: string) => violations.push({ invariant: "I8", what });
  const windowOf = new Map<string, WindowRow>(dump.windows.map((window) => [window.jobId, window]));
  const membership = groups(dump.digestEvents, ({ notificationId }) => notificationId);
  for (const [notificationId, jobs] of jobsOf) {
    if (jobs[0]?.type !== "digest" || jobs[0].status === "pending") continue;
    const windows = membership.get(notificationId) ?? [];
    if (windows.length !== 1) wrong(`notification ${notificationId} is in ${windows.length} digest windows`);
    const window = windowOf.get(windows[0]?.windowJobId ?? "");
    const into = notification.get(notificationId)?.digestedInto ?? notificationId;
    if (window && window.notificationId !== into)
      wrong(
        `notification ${notificationId} is in the window of ${window.notificationId}, but digested into ${into}`,
      );
  }
  return violations;
}

/** What goes out tells of all events of its window, each once. */
function checkTold({ evidence: { dump }, notification, callsOf, jobsOf }: Ledger): Violation[] {
  const eventsOf = groups(dump.digestEvents, ({ windowJobId }) => windowJobId);
  return dump.windows.flatMap(({ jobId, notificationId, isOpen }) => {
    const owner = notification.get(notificationId);
    const told = callsOf.get(`${owner?.transactionId}|${owner?.subscriberId}|email`)?.[0]?.events;
    const isGivenUp = jobsOf.get(notificationId)?.some((job) => job.isGivenUp);
    if (told === undefined && (isOpen || isGivenUp)) return [];
    const meant = (eventsOf.get(jobId) ?? []).map(
      (event) => notification.get(event.notificationId)?.transactionId,
    );
    const isSame = told && [...told].sort().join() === [...meant].sort().join();
    const what = `window ${jobId} holds ${meant.length} events, its message tells of ${told?.length ?? 0}`;
    return isSame ? [] : [{ invariant: "I8", what }];
  });
}
