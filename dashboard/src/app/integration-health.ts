import type { Integration } from "@tidings/contract";
import type { State } from "../components/state-mark.tsx";

/** How an integration does: a shape, a word, and the reason where there is one. */
export type Standing = { state: State; word: string; reason?: string };

/** `health` counts calls of the last hour. */
export function standingOf({ active, breaker, health }: Integration): Standing {
  if (!active) return { state: "skipped", word: "Off" };
  const reason = health?.lastError === undefined ? {} : { reason: health.lastError };
  if (breaker?.openUntil) return { state: "trying", word: "Breaker open", ...reason };
  if (!health) return { state: "pending", word: "Not used yet" };
  const { lastFailureAt, lastSuccessAt = "" } = health;
  const hasFailedLast = lastFailureAt !== undefined && lastFailureAt > lastSuccessAt;
  if (!hasFailedLast) return { state: "delivered", word: "Works" };
  return health.accepted === 0
    ? { state: "failed", word: "Fails", ...reason }
    : { state: "trying", word: "Failed last", ...reason };
}

/** Whether its owner has to do something about it. */
export const needsRepair = (integration: Integration): boolean =>
  ["failed", "trying"].includes(standingOf(integration).state);

/** "98.2 % accepted · p95 410 ms" of the last hour; empty without calls. */
export function figuresOf({ health }: Integration): string {
  if (!health || health.accepted + health.failed === 0) return "";
  const share = (100 * health.accepted) / (health.accepted + health.failed);
  const percent = `${share.toLocaleString("en", { maximumFractionDigits: 1 })} % accepted`;
  return [percent, health.p95Ms === undefined ? "" : `p95 ${health.p95Ms.toLocaleString("en")} ms`]
    .filter(Boolean)
    .join(" · ");
}
