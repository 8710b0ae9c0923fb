import type { Transactional } from "../database/database.ts";
import type { SubscriberId } from "../foundation/ids.ts";
import type { WorkflowOutline } from "../preferences/workflow-outline-store.ts";
import { changeable, checkedChange, limited } from "./choose-workflows.ts";
import { lockRules, saveRules } from "./subscription-rule-store.ts";
import { changedRule, type RuleChange, type SubscriptionRule } from "./subscription-rules.ts";

export type OneRuleChange = {
  topicId: string;
  subscriberId: SubscriberId;
  workflow: WorkflowOutline;
  change: RuleChange;
};

/**
 * Changes a subscription's rule for one workflow.
 * @returns the new rule; undefined if the subscription does not exist any more.
 * @throws AppError bad_request for a critical workflow, invalid for a condition that cannot be evaluated.
 */
export async function changeRule(
  database: Transactional,
  environmentId: string,
  { topicId, subscriberId, workflow, change: given }: OneRuleChange,
): Promise<SubscriptionRule | undefined> {
  const change = checkedChange(given);
  const { id } = changeable(workflow, change);
  return database.transaction(async (tx) => {
    const rules = await lockRules(tx, environmentId, { topicId, subscriberId });
    if (!rules) return undefined;
    const rule = changedRule(change, rules[id]);
    const changed = limited({ ...rules, [id]: rule });
    await saveRules(tx, environmentId, { topicId, subscriberIds: [subscriberId], rules: changed });
    return rule;
  });
}
