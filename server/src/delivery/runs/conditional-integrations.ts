import type { Channel, StepFilter } from "@tidings/contract";
import { evaluateFilters } from "../../conditions/step-filter.ts";
import type { Integration } from "../../integrations/integration.ts";
import { chooseIntegration } from "../../integrations/primary-integration.ts";
import type { Note } from "./decision.ts";
import type { Run } from "./run.ts";
import { filterScopeOf } from "./template-scope.ts";

/** What the conditions of integrations read, and the budget that they use. */
export type Conditioned = Pick<Run, "payload" | "subscriber" | "budget">;

/** Integrations for a run, and what is to be noted: conditions that could not be evaluated, or why there are none. */
export type Fitting = { fitting: Integration[]; details: Note[] };

/** The active integrations of a channel that have no conditions, or conditions that match the run. */
export function fittingIntegrations(
  run: Conditioned,
  integrations: readonly Integration[],
  channel: Channel,
): Fitting {
  const active = integrations.filter((one) => one.isActive && one.channel === channel);
  const details: Note[] = [];
  const fitting = active.filter(({ identifier, providerId, conditions }) => {
    if (conditions === null) return true;
    const filters = conditions as unknown as StepFilter[];
    const result = evaluateFilters(filters, filterScopeOf(run), run.budget.conditions);
    if (result.ok) return result.passes;
    const raw = { integration: identifier, reason: result.problem };
    details.push({ code: "integration_condition_failed", providerId, raw });
    return false;
  });
  if (active.length === 0) details.push({ code: "no_active_integration" });
  else if (fitting.length === 0) details.push({ code: "no_matching_integration" });
  return { fitting, details };
}

/**
 * The integration that a channel sends through: one whose conditions match precedes those without conditions; among equals,
 * the primary and then the highest priority. Undefined if none fits.
 */
export function preferredIntegration(
  fitting: readonly Integration[],
  channel: Channel,
): Integration | undefined {
  const matching = fitting.filter(({ conditions }) => conditions !== null);
  return chooseIntegration(matching, channel) ?? chooseIntegration(fitting, channel);
}
