import type { Integration } from "../../integrations/integration.ts";
import type { Pause } from "../../integrations/integration-store.ts";
import type { AwaitingRun, DecisionContext } from "../runs/run.ts";
import type { Admission } from "./decide.ts";
import type { Pauses } from "./pauses.ts";

/** The messages of a batch that need places of an integration. */
export type Asker = { integration: Integration; messageIds: string[] };

type SortedMessages = {
  /** They wait for the end of a pause. */
  paused: readonly (readonly [messageId: string, Admission])[];
  askers: readonly Asker[];
};

const NOTHING: SortedMessages = { paused: [], askers: [] };

/**
 * The messages of a batch whose integrations have rates or are paused. One that is switched off, or whose circuit breaker is open, is
 * not called, so its messages need no places.
 */
export function sortMessages(
  runs: readonly AwaitingRun[],
  { integrations, now, isFrozen }: Pick<DecisionContext, "integrations" | "now" | "isFrozen">,
  pauses: Pick<Pauses, "of" | "isProbing">,
): SortedMessages {
  if (runs.length === 0) return NOTHING;
  const limited = new Map(
    integrations
      .filter((one) => isCalled(one, now))
      .map((integration) => ({
        integration,
        pause: pauses.of(integration, now),
        isProbing: pauses.isProbing(integration, now),
        hasRates: isLimited(integration, isFrozen),
      }))
      .filter(({ pause, isProbing, hasRates }) => pause || isProbing || hasRates)
      .map((one) => [one.integration.id as string | null, one]),
  );
  if (limited.size === 0) return NOTHING;
  const probes = new Set<string>();
  const paused: [string, Admission][] = [];
  const askers = new Map<string, Asker>();
  for (const { id, integrationId } of runs.flatMap(({ sending }) => sending.unanswered)) {
    const found = limited.get(integrationId);
    if (!found) continue;
    const { integration, isProbing, hasRates } = found;
    const pause =
      found.pause ?? (isProbing && probes.has(integration.id) ? afterProbe(integration, now) : undefined);
    if (pause) {
      paused.push([id, { kind: "wait", ...pause, isExact: false }]);
      continue;
    }
    probes.add(integration.id);
    if (!hasRates) continue;
    const asker = askers.get(integration.id) ?? { integration, messageIds: [] };
    asker.messageIds.push(id);
    askers.set(integration.id, asker);
  }
  return { paused, askers: [...askers.values()] };
}

/** One message of a batch asks whether the provider takes messages again; the others wait for its answer. */
const PROBE_MS = 2_000;

function afterProbe({ pausedFor }: Integration, now: Date): Pause {
  return { until: new Date(now.getTime() + PROBE_MS), reason: pausedFor ?? "throttled" };
}

function isCalled({ isActive, breakerTrips, breakerOpenUntil }: Integration, now: Date): boolean {
  const isOpen = breakerTrips > 0 && breakerOpenUntil !== null && breakerOpenUntil > now;
  return isActive && !isOpen;
}

/** Under a held test clock, only the quota of the day counts. */
function isLimited({ rates }: Integration, isFrozen: boolean): boolean {
  return rates !== null && (!isFrozen || rates.perDay !== undefined);
}
