import { READ_LATE_MS } from "./check-providers.ts";
import type { Evidence, ProviderCall, Violation } from "./evidence.ts";

/** I17: a provider with a rate has no more calls in progress than its rate allows, except those of processes that a fault has ended. */
export function checkRates(evidence: Evidence): Violation[] {
  return Object.entries(evidence.concurrency ?? {}).flatMap(([provider, limit]) => {
    const most = mostAtOnce(evidence, provider);
    const what = `${provider} had ${most} calls at the same time, its rate allows ${limit}`;
    return most > limit ? [{ invariant: "I17", what }] : [];
  });
}

/** The most calls of a provider that were in progress at the same moment, and that no fault explains. */
export function mostAtOnce({ calls, faults, slowness }: MeasuredEvidence, provider: string): number {
  const ordered = calls.filter((call) => call.provider === provider).sort((a, b) => a.at - b.at);
  let open: ProviderCall[] = [];
  let most = 0;
  for (const call of ordered) {
    open = [...open.filter(({ until = 0 }) => until > call.at), call];
    const counted = open.filter((one) => !mayBeCut(one, call.at, { faults, slowness }));
    most = Math.max(most, counted.length);
  }
  return most;
}

type MeasuredEvidence = Pick<Evidence, "calls" | "faults" | "slowness">;

/** Before `moment`, a fault may have ended the process that made the call: its places are lent again when their lease has ended. */
function mayBeCut(
  { at }: ProviderCall,
  moment: number,
  { faults, slowness }: Pick<Evidence, "faults" | "slowness">,
): boolean {
  return faults.some(
    (fault) => fault.isAmbiguous && fault.at <= moment && fault.until + READ_LATE_MS * slowness >= at,
  );
}
