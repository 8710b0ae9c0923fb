import type { WorkflowId } from "../foundation/ids.ts";
import type { JsonObject } from "../foundation/json.ts";

/** Triggers of a workflow reach the member through a subscription if it is enabled and the condition holds. */
export type SubscriptionRule = { enabled: boolean; condition?: JsonObject };

/** A subscription's rules by workflow; a workflow without a rule is enabled. */
export type SubscriptionRules = Readonly<Record<WorkflowId, SubscriptionRule>>;

/** A change of a rule: an absent field stays as it is, null removes the condition. */
export type RuleChange = { enabled?: boolean | undefined; condition?: JsonObject | null | undefined };

/** The rule after a change. */
export function changedRule(
  { enabled, condition }: RuleChange,
  rule: SubscriptionRule = { enabled: true },
): SubscriptionRule {
  const changed = condition === undefined ? rule.condition : condition;
  return { enabled: enabled ?? rule.enabled, ...(changed ? { condition: changed } : {}) };
}
