import { DETAIL_CODES, type NotificationState, REASON_CODES, type TriggerReport } from "@tidings/contract";
import { triggerWords as words } from "./trigger-words.ts";

/** The recipients of a trigger in one state. */
export type Outcome = { readonly state: CountedState; readonly count: number };
/** The report counts merged notifications as skipped. */
export type CountedState = Exclude<NotificationState, "merged">;
export type CountedReason = {
  readonly state: "failed" | "skipped";
  readonly code: string;
  readonly count: number;
};

/** The states in the order of the bar. */
const ORDER: readonly CountedState[] = ["waiting", "delivered", "failed", "skipped"];

export function outcomesOf(report: TriggerReport): Outcome[] {
  const counts = {
    waiting: report.waiting,
    delivered: report.delivered,
    failed: sumOf(report.failed),
    skipped: sumOf(report.skipped),
  };
  return ORDER.map((state) => ({ state, count: counts[state] }));
}

/** The reasons of what was not delivered, most frequent first. */
export function reasonsOf({ failed, skipped }: TriggerReport): CountedReason[] {
  const of = (state: CountedReason["state"], counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([code, count]) => ({ state, code, count }));
  return [...of("failed", failed), ...of("skipped", skipped)].sort((one, other) => other.count - one.count);
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

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

/** What a code says without the facts of one notification. */
export function reasonSentence(code: string): string {
  if (code === "filtered_by_subscription") return words.filteredBySubscription;
  if (code === "unexplained") return words.unexplained;
  return DETAIL_CODES.find((meaning) => meaning.code === code)?.sentence.replace("<Provider>", "A") ?? code;
}

/** Whether recipients can be listed by the reason. Members that their subscriptions keep away have no notification. */
export const hasNotifications = (code: string): boolean => REASON_CODES.some((one) => one === code);
