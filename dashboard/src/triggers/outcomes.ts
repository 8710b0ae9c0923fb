import { REASON_CODES, reasonClassOf, type TriggerReport } from "@tidings/contract";

/** The recipients of a trigger in one state. */
export type Outcome = { readonly state: CountedState; readonly count: number };

/**
 * The report counts merged notifications as skipped. Of those that failed, `unreachable` are the ones that did so for a
 * reason of the recipient.
 */
export const COUNTED_STATES = ["waiting", "delivered", "failed", "unreachable", "skipped"] as const;
export type CountedState = (typeof COUNTED_STATES)[number];
export type CountedReason = {
  readonly state: Exclude<CountedState, "waiting" | "delivered">;
  readonly code: string;
  readonly count: number;
};

export function outcomesOf(report: TriggerReport): Outcome[] {
  const reasons = reasonsOf(report);
  const sum = (wanted: CountedState) =>
    reasons.filter(({ state }) => state === wanted).reduce((all, { count }) => all + count, 0);
  const counts = {
    waiting: report.waiting,
    delivered: report.delivered,
    failed: sum("failed"),
    unreachable: sum("unreachable"),
    skipped: sum("skipped"),
  };
  return COUNTED_STATES.map((state) => ({ state, count: counts[state] }));
}

/** The reasons of what was not delivered, most frequent first. */
export function reasonsOf({ failed, unreachable = {}, skipped }: TriggerReport): CountedReason[] {
  const counted = (
    state: CountedReason["state"],
    counts: Readonly<Record<string, number>>,
  ): CountedReason[] => Object.entries(counts).map(([code, count]) => ({ state, code, count }));
  const ours = Object.entries(failed).map(([code, count]) => [code, count - (unreachable[code] ?? 0)]);
  const reasons = [
    ...counted("failed", Object.fromEntries(ours)),
    ...counted("unreachable", unreachable),
    ...counted("skipped", skipped),
  ];
  return reasons.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count);
}

const isTheirs = (code: string): boolean => reasonClassOf({ code }) === "theirs";

/** Parts of a bar of this width, from left to right; a part that exists is seen. */
export function barParts(
  outcomes: readonly Outcome[],
  width: number,
): { state: CountedState; x: number; width: number }[] {
  const shown = outcomes.filter(({ count }) => count > 0);
  const sum = shown.reduce((all, { count }) => all + count, 0);
  const least = width / 100;
  const free = width - least * shown.length;
  let x = 0;
  return shown.map(({ state, count }) => {
    const part = { state, x, width: least + (free * count) / sum };
    x += part.width;
    return part;
  });
}

/** Whether recipients can be listed by the reason. Members that their subscriptions keep away have no notification. */
export const hasNotifications = (code: string): boolean => REASON_CODES.some((one) => one === code);

/** The codes of reasons that lie with the recipient. */
export const THEIR_CODES = REASON_CODES.filter(isTheirs);
