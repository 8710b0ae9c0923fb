import type { Fault, ProviderCall, Violation } from "./evidence.ts";
import { duplicates, type Ledger, markOf } from "./ledger.ts";

/** I4 to I6: what the database says was sent is what providers were given, and how often. */
export function checkProviders(ledger: Ledger): Violation[] {
  return [...checkSent(ledger), ...checkKeys(ledger), ...checkDuplicates(ledger), ...checkStrangers(ledger)];
}

/** I4: a message that is sent was taken by its provider. */
function checkSent({ evidence, notification, callsOf }: Ledger): Violation[] {
  return evidence.dump.messages.flatMap(({ notificationId, channel, status }) => {
    const owner = notification.get(notificationId);
    if (channel === "in_app" || status !== "sent" || !owner) return [];
    const mark = markOf(owner.transactionId, owner.subscriberId, channel);
    const wasTaken = callsOf.get(mark)?.some(({ outcome }) => outcome === "accepted");
    return wasTaken ? [] : [{ invariant: "I4", what: `${mark} is sent, but no provider took it` }];
  });
}

/** I4: one key a message and provider, one message a key, and the same body each time. */
function checkKeys({ evidence, callsOf }: Ledger): Violation[] {
  const violations: Violation[] = [];
  const wrong = (what: string) => violations.push({ invariant: "I4", what });
  for (const [mark, calls] of callsOf)
    for (const provider of new Set(calls.map((call) => call.provider))) {
      const keys = new Set(calls.filter((call) => call.provider === provider).map(({ key }) => key));
      if (keys.size > 1) wrong(`${mark} went to ${provider} under ${keys.size} keys`);
    }
  const known = new Map<string, ProviderCall>();
  for (const call of evidence.calls) {
    const first = known.get(call.key) ?? call;
    known.set(call.key, first);
    if (call.key === "") wrong(`${call.mark} came without a key`);
    else if (first.mark !== call.mark)
      wrong(`the key ${call.key} is that of ${first.mark} and of ${call.mark}`);
    else if (first.bodyHash !== call.bodyHash) wrong(`the key ${call.key} came with two bodies`);
  }
  return violations;
}

/** I4: providers are told of nothing that is not in the database. */
function checkStrangers({ evidence }: Ledger): Violation[] {
  const known = new Set(
    evidence.dump.notifications.map(({ transactionId, subscriberId }) => `${transactionId}|${subscriberId}`),
  );
  const strangers = evidence.calls.filter(({ mark }) => !known.has(mark.slice(0, mark.lastIndexOf("|"))));
  return strangers.map(({ mark }) => ({ invariant: "I4", what: `${mark} was sent and is in no record` }));
}

/** A call and the storing of its answer together: the provider's deadline, and a database that comes back. */
const IN_FLIGHT_MS = 30_000;
/** What a process has sent is heard after its death where the machine is busy. */
const HEARD_LATE_MS = 1_500;

/** I5, I6: none where keys are known; elsewhere only what a fault between the two explains. */
function checkDuplicates(ledger: Ledger): Violation[] {
  return duplicates(ledger).flatMap(({ isDeduplicating, calls }) => {
    const { mark, provider } = calls[0] as ProviderCall;
    if (isDeduplicating)
      return [{ invariant: "I6", what: `${mark} was delivered ${calls.length} times by ${provider}` }];
    const unexplained = calls
      .slice(1)
      .filter((call, n) => !isExplained(calls[n] as ProviderCall, call, ledger.evidence.faults));
    return unexplained.map(() => ({
      invariant: "I5",
      what: `${mark} went out again without a fault in between`,
    }));
  });
}

function isExplained(first: ProviderCall, second: ProviderCall, faults: readonly Fault[]): boolean {
  // Delivered and not told: nobody could know.
  if (first.outcome === "unanswered") return true;
  return faults.some(
    ({ at, until, isAmbiguous }) =>
      isAmbiguous && first.at <= until + HEARD_LATE_MS && second.at >= at && first.at >= at - IN_FLIGHT_MS,
  );
}
