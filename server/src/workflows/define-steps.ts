import type { StepType } from "@tidings/contract";
import { invalidField } from "../foundation/app-error.ts";
import { channelOptionsOf, refuseUnusableOptions } from "./channel-options.ts";
import { freeName } from "./free-name.ts";
import { referenceOf, slugify } from "./slug.ts";
import type { StepDraft } from "./step-draft.ts";
import type { Step } from "./workflow.ts";

/** Gives every draft its identity: that of the step it continues, or a new one. */
export function defineSteps(
  drafts: readonly StepDraft[],
  previous: readonly Step[],
  makeId: () => string,
): Step[] {
  const kept = continuedSteps(drafts, previous);
  const given = drafts.map((draft, index) => draft.stepId ?? kept[index]?.stepId);
  refuseDuplicates(given, "stepId");
  const taken = new Set(given.filter((stepId) => stepId !== undefined));
  const steps = drafts.map((draft, index) => {
    const { name, type, controlValues, filters } = draft;
    const stepId = given[index] ?? freeName(slugify(name) || type.replace("_", "-"), taken);
    taken.add(stepId);
    const isUnnamed = given[index] === undefined;
    const continued = kept[index] ?? (isUnnamed ? stepNamed(stepId, type, previous, kept) : undefined);
    const said = filters && filters.length > 0 ? { controlValues, filters } : { controlValues };
    const options = channelOptionsOf(draft, continued?.variants ?? [], makeId);
    return { id: continued?.id ?? makeId(), stepId, name, type, ...said, ...options };
  });
  refuseNamesOfOthers(steps);
  refuseUnusableOptions(steps);
  return steps;
}

/** An id or slug in a path leads to its step, so no other step could be reached by that stepId. */
function refuseNamesOfOthers(steps: readonly Step[]): void {
  for (const [index, { stepId }] of steps.entries()) {
    const { id } = referenceOf(stepId);
    const other = steps.find((step, place) => place !== index && step.id === id);
    if (!other) continue;
    const message = `stepId is the id or slug of the step "${other.stepId}"; choose another`;
    throw invalidField(`steps.${index}.stepId`, message, stepId);
  }
}

/** By id first, then by identifier; a step of another type is another step. */
function continuedSteps(drafts: readonly StepDraft[], previous: readonly Step[]): (Step | undefined)[] {
  const byId = drafts.map(({ id, type }) => previous.find((step) => step.id === id && step.type === type));
  refuseDuplicates(
    byId.map((step) => step?.id),
    "_id",
  );
  const rest = previous.filter((step) => !byId.includes(step));
  return drafts.map(
    ({ stepId, type }, index) =>
      byId[index] ?? rest.find((step) => step.stepId === stepId && step.type === type),
  );
}

/** A draft without a name for programs gets the same one each time, and so stays the same step. */
function stepNamed(
  stepId: string,
  type: StepType,
  previous: readonly Step[],
  kept: readonly (Step | undefined)[],
): Step | undefined {
  return previous.find((step) => step.stepId === stepId && step.type === type && !kept.includes(step));
}

function refuseDuplicates(names: readonly (string | undefined)[], field: "stepId" | "_id"): void {
  const duplicate = names.findIndex((name, index) => name !== undefined && names.indexOf(name) < index);
  if (duplicate < 0) return;
  throw invalidField(`steps.${duplicate}.${field}`, `${field} must be unique among the steps`, names[duplicate]);
}
