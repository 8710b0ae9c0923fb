import { LIMITS, MAX_SUBSCRIPTION_WORKFLOWS } from "@tidings/contract";
import { ruleProblem } from "../conditions/rule-problem.ts";
import { asksNothing } from "../conditions/rule-shape.ts";
import type { Queryable } from "../database/database.ts";
import { AppError, invalidField } from "../foundation/app-error.ts";
import type { WorkflowId } from "../foundation/ids.ts";
import { jsonBytes } from "../foundation/json.ts";
import {
  findOutlines,
  findTaggedOutlines,
  type WorkflowOutline,
} from "../preferences/workflow-outline-store.ts";
import type { WorkflowReference } from "../workflows/slug.ts";
import { isCritical } from "../workflows/workflow.ts";
import {
  changedRule,
  type RuleChange,
  type SubscriptionRule,
  type SubscriptionRules,
} from "./subscription-rules.ts";

/** The workflows with one of these references or one of these tags. */
export type WorkflowChoice = { references: readonly WorkflowReference[]; tags: readonly string[] };

/** A rule for one workflow, or for all workflows of a filter. */
export type RequestedRule = RuleChange & ({ workflow: WorkflowReference } | { filter: WorkflowChoice });

/** The workflows of a choice, each once; unknown references are undefined. */
export async function chosenWorkflows(
  database: Queryable,
  environmentId: string,
  { references, tags }: WorkflowChoice,
): Promise<{ named: (WorkflowOutline | undefined)[]; tagged: WorkflowOutline[] }> {
  return {
    named: references.length > 0 ? await findOutlines(database, environmentId, references) : [],
    tagged: tags.length > 0 ? await findTaggedOutlines(database, environmentId, tags) : [],
  };
}

/**
 * The rules of a request by workflow. Rules for a single workflow override filters, later ones override earlier ones.
 * @throws AppError not_found for an unknown workflow, bad_request for one that is critical, invalid for a condition
 * that cannot be evaluated, or too many workflows or bytes.
 */
export async function requestedRules(
  database: Queryable,
  environmentId: string,
  requested: readonly RequestedRule[],
): Promise<SubscriptionRules> {
  const references = requested.flatMap((one) => ("workflow" in one ? one.workflow : one.filter.references));
  const tags = requested.flatMap((one) => ("workflow" in one ? [] : one.filter.tags));
  const { named, tagged } = await chosenWorkflows(database, environmentId, { references, tags });
  const workflowOf = namedWorkflows(references, named);
  const ofFilters = requested.flatMap((one) => {
    if ("workflow" in one) return [];
    const matching = tagged.filter((workflow) => one.filter.tags.some((tag) => workflow.tags.includes(tag)));
    const chosen = [...one.filter.references.map(workflowOf), ...matching];
    return chosen.filter((workflow) => !isCritical(workflow)).map(({ id }) => [id, checked(one)] as const);
  });
  const ofWorkflows = requested.flatMap((one) =>
    "workflow" in one ? [[changeable(workflowOf(one.workflow), one).id, checked(one)] as const] : [],
  );
  return limited(Object.fromEntries([...ofFilters, ...ofWorkflows]) as Record<WorkflowId, SubscriptionRule>);
}

function namedWorkflows(
  references: readonly WorkflowReference[],
  found: readonly (WorkflowOutline | undefined)[],
): (reference: WorkflowReference) => WorkflowOutline {
  const unknown = references.filter((_, index) => !found[index]).map(({ key }) => key);
  if (unknown.length > 0) {
    throw new AppError("not_found", `Workflows with ids: ${unknown.join(", ")} not found`);
  }
  const byReference = new Map(references.map((reference, index) => [reference, found[index]]));
  return (reference) => byReference.get(reference) as WorkflowOutline;
}

/** @throws AppError bad_request if the rule would keep triggers of a critical workflow away. */
export function changeable(workflow: WorkflowOutline, { enabled, condition }: RuleChange): WorkflowOutline {
  if ((enabled ?? true) && !condition) return workflow;
  if (!isCritical(workflow)) return workflow;
  throw new AppError("bad_request", `Critical workflows with ids: ${workflow.workflowKey} cannot be updated`);
}

function checked(change: RuleChange): SubscriptionRule {
  return changedRule(checkedChange(change));
}

/** The change; a condition that asks nothing is none. @throws AppError invalid for one that cannot be evaluated. */
export function checkedChange({ enabled, condition }: RuleChange): RuleChange {
  if (condition === undefined || condition === null) return { enabled, condition };
  const problem = ruleProblem(condition);
  if (problem) throw invalidField("preferences", `condition is not a usable rule: ${problem}`);
  return { enabled, condition: asksNothing(condition) ? null : condition };
}

/** @returns the rules. @throws AppError invalid if they are for too many workflows or have too many bytes. */
export function limited(rules: SubscriptionRules): SubscriptionRules {
  const count = Object.keys(rules).length;
  if (count > MAX_SUBSCRIPTION_WORKFLOWS) {
    const sentence = `preferences are for ${count} workflows; the limit is ${MAX_SUBSCRIPTION_WORKFLOWS}`;
    throw invalidField("preferences", sentence);
  }
  const bytes = jsonBytes(rules);
  if (bytes <= LIMITS.subscriptionPreferencesBytes) return rules;
  const sentence = `preferences have ${bytes} bytes of JSON; the limit is ${LIMITS.subscriptionPreferencesBytes} bytes`;
  throw invalidField("preferences", sentence);
}
