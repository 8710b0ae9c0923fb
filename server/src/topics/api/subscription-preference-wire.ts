import type { SubscriptionPreference, SubscriptionPreferencesInput } from "@tidings/contract";
import type { Queryable } from "../../database/database.ts";
import type { WorkflowId, WorkflowKey } from "../../foundation/ids.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { findOutlines, type WorkflowOutline } from "../../preferences/workflow-outline-store.ts";
import { referenceOf } from "../../workflows/slug.ts";
import { isCritical } from "../../workflows/workflow.ts";
import { chosenWorkflows, type RequestedRule, type WorkflowChoice } from "../choose-workflows.ts";
import type { RuleChange, SubscriptionRule, SubscriptionRules } from "../subscription-rules.ts";

type GivenRule = { enabled?: boolean; condition?: Record<string, unknown> | null };

export function fromRule({ enabled, condition }: GivenRule): RuleChange {
  return { enabled, condition: condition as JsonObject | null | undefined };
}

/** The path of each condition in preferences of subscriptions. */
export function conditionsIn(given: readonly (string | GivenRule)[]): string[] {
  return given.flatMap((one, index) =>
    typeof one !== "string" && one.condition ? [`preferences.${index}.condition`] : [],
  );
}

export function fromPreferences(given: SubscriptionPreferencesInput): RequestedRule[] {
  return given.map((one) => {
    if (typeof one === "string") return { workflow: referenceOf(one) };
    if ("workflowId" in one) return { workflow: referenceOf(one.workflowId), ...fromRule(one) };
    return { filter: fromFilter(one.filter), ...fromRule(one) };
  });
}

export function fromFilter({
  workflowIds = [],
  tags = [],
}: {
  workflowIds?: readonly string[];
  tags?: readonly string[];
}): WorkflowChoice {
  return { references: workflowIds.map((id) => referenceOf(id)), tags };
}

export function toPreference(
  subscriptionId: string,
  workflow: WorkflowOutline,
  { enabled, condition }: SubscriptionRule = { enabled: true },
): SubscriptionPreference {
  const { id, workflowKey: identifier, name, tags } = workflow;
  const severity = workflow.severity;
  return {
    subscriptionId,
    enabled,
    ...(condition ? { condition } : {}),
    workflow: { id, identifier, name, critical: isCritical(workflow), tags, severity },
  };
}

/** Shows rules: those of workflows that still exist, in the order of the workflows' ids. */
export async function readPreferences(
  database: Queryable,
  environmentId: string,
  allRules: readonly SubscriptionRules[],
): Promise<(subscriptionId: string, rules: SubscriptionRules | undefined) => SubscriptionPreference[]> {
  const ids = [...new Set(allRules.flatMap((rules) => Object.keys(rules) as WorkflowId[]))].sort();
  const references = ids.map((id) => ({ id, key: id as string as WorkflowKey }));
  const outlines = ids.length > 0 ? await findOutlines(database, environmentId, references) : [];
  return (subscriptionId, rules = {}) =>
    outlines.flatMap((workflow) => {
      const rule = workflow && rules[workflow.id];
      return rule ? [toPreference(subscriptionId, workflow, rule)] : [];
    });
}

/** Shows the preferences for chosen workflows, with or without a rule. */
export async function readChosenPreferences(
  database: Queryable,
  environmentId: string,
  choice: WorkflowChoice,
): Promise<(subscriptionId: string, rules: SubscriptionRules) => SubscriptionPreference[]> {
  const { named, tagged } = await chosenWorkflows(database, environmentId, choice);
  const workflows = new Map([...named, ...tagged].flatMap((one) => (one ? [[one.id, one]] : [])));
  return (subscriptionId, rules) =>
    [...workflows.values()].map((workflow) => toPreference(subscriptionId, workflow, rules[workflow.id]));
}
