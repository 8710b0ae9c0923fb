import type { Evidence, ProviderCall, Violation } from "./evidence.ts";
import { duplicates, isNameless, type Ledger, markOf } from "./ledger.ts";

/** I4 to I6: the messages recorded as sent are those that the providers received, and the number of deliveries is right. */
export function checkProviders(ledger: Ledger): Violation[] {
  return [...checkSent(ledger), ...checkKeys(ledger), ...checkDuplicates(ledger), ...checkUnrecorded(ledger)];
}

/** I4: a provider accepted each message that is recorded as sent. */
function checkSent({ evidence, notification, callsOf }: Ledger): Violation[] {
  return evidence.dump.messages.flatMap(({ notificationId, channel, status }) => {
    const owner = notification.get(notificationId);
    if (channel === "in_app" || status !== "sent" || !owner || isNameless(owner)) return [];
    const mark = markOf(owner.transactionId, owner.subscriberId, channel);
    const isAccepted = callsOf.get(mark)?.some(({ outcome }) => outcome === "accepted");
    return isAccepted ? [] : [{ invariant: "I4", what: `${mark} is sent, but no provider accepted it` }];
  });
}

/** I4: one key per message and provider, one message per key, and the same body in each call. */
function checkKeys({ evidence, callsOf }: Ledger): Violation[] {
  const violations: Violation[] = [];
  const report = (what: string) => violations.push({ invariant: "I4", what });
  for (const [mark, calls] of callsOf)
    for (const provider of new Set(calls.map((call) => call.provider))) {
      const keys = new Set(calls.filter((call) => call.provider === provider).map(({ key }) => key));
      if (keys.size > 1) report(`${mark} went to ${provider} with ${keys.size} keys`);
    }
  const firstByKey = new Map<string, ProviderCall>();
  for (const call of evidence.calls) {
    const first = firstByKey.get(call.key) ?? call;
    firstByKey.set(call.key, first);
    if (call.key === "") report(`${call.mark} was sent without a key`);
    else if (first.mark !== call.mark)
      report(`the key ${call.key} was used for ${first.mark} and for ${call.mark}`);
    else if (first.bodyHash !== call.bodyHash) report(`the key ${call.key} was used with two bodies`);
  }
  return violations;
}

/** I4: every message that reached a provider is in the database. */
function checkUnrecorded({ evidence }: Ledger): Violation[] {
  const known = new Set(
    evidence.dump.notifications.map(({ transactionId, subscriberId }) => `${transactionId}|${subscriberId}`),
  );
  const nameless = new Set(
    evidence.dump.notifications.filter(isNameless).map(({ transactionId }) => transactionId),
  );
  const isKnown = (mark: string) =>
    known.has(mark.slice(0, mark.lastIndexOf("|"))) || nameless.has(mark.slice(0, mark.indexOf("|")));
  const unrecorded = evidence.calls.filter(({ mark }) => !isKnown(mark));
  return unrecorded.map(({ mark }) => ({ invariant: "I4", what: `${mark} was sent and is not recorded` }));
}

/** On an idle machine: the longest time from a provider call to the commit of its outcome, the provider timeout plus a database restart. */
const IN_FLIGHT_MS = 30_000;
/** On an idle machine: the provider reads a request up to this long after the process that sent it was killed. */
export const READ_LATE_MS = 1_500;

/** I5, I6: no duplicates at a deduplicating provider; at other providers only those that a fault explains. */
function checkDuplicates(ledger: Ledger): Violation[] {
  return duplicates(ledger).flatMap(({ isDeduplicating, calls }) => {
    const { mark, provider } = calls[0] as ProviderCall;
    if (isDeduplicating)
      return [{ invariant: "I6", what: `${mark} was delivered ${calls.length} times by ${provider}` }];
    const pairs = calls.slice(1).map((second, n) => ({ first: calls[n] as ProviderCall, second }));
    const unexplained = pairs.filter(({ first, second }) => !isExplained(first, second, ledger.evidence));
    return unexplained.map(({ first, second }) => ({
      invariant: "I5",
      what: `${mark} was sent again without a fault in between, ${second.at - first.at} ms later; ${answerOf(first)}`,
    }));
  });
}

/** Tells a call that the server gave up (after 10 s) from a lease that ended. */
function answerOf({ at, until }: ProviderCall): string {
  return until === undefined ? "its answer was not timed" : `its answer took ${until - at} ms`;
}

function isExplained(first: ProviderCall, second: ProviderCall, { faults, slowness }: Evidence): boolean {
  // The message was delivered, but the server got no answer.
  if (first.outcome === "unanswered") return true;
  return faults.some(
    ({ at, until, isAmbiguous }) =>
      isAmbiguous &&
      first.at <= until + READ_LATE_MS * slowness &&
      second.at >= at &&
      first.at >= at - IN_FLIGHT_MS * slowness,
  );
}
