import type { StepType } from "@tidings/contract";
import { invalidField } from "../foundation/app-error.ts";
import { type StepId, type StepKey, stepKeyOf } from "../foundation/ids.ts";
import { channelOptionsOf, refuseUnusableOptions } from "./channel-options.ts";
import { freeName } from "./free-name.ts";
import { referenceOf, type StepReference, slugify } from "./slug.ts";
import type { StepDraft } from "./step-draft.ts";
import type { Step } from "./workflow.ts";

/**
 * Gives every draft an id and a key: those of the previous step it continues, or new ones.
 * @throws AppError invalid for duplicate ids or keys, a key that is another step's id or slug, and unusable options.
 */
export function defineSteps(
  drafts: readonly StepDraft[],
  previous: readonly Step[],
  makeId: () => StepId,
): Step[] {
  const kept = continuedSteps(drafts, previous);
  const given = drafts.map((draft, index) => draft.stepKey ?? kept[index]?.stepKey);
  refuseDuplicates(given, "stepId");
  const taken = new Set(given.filter((stepKey) => stepKey !== undefined));
  const steps = drafts.map((draft, index) => {
    const { name, type, controlValues, filters } = draft;
    const stepKey = given[index] ?? stepKeyOf(freeName(slugify(name) || type.replace("_", "-"), taken));
    taken.add(stepKey);
    const isUnnamed = given[index] === undefined;
    const continued = kept[index] ?? (isUnnamed ? stepNamed(stepKey, type, previous, kept) : undefined);
    const said = filters && filters.length > 0 ? { controlValues, filters } : { controlValues };
    const options = channelOptionsOf(draft, continued?.variants ?? [], makeId);
    return { id: continued?.id ?? makeId(), stepKey, name, type, ...said, ...options };
  });
  refuseNamesOfOthers(steps);
  refuseUnusableOptions(steps);
  return steps;
}

/** An id or slug in a path selects its step, so another step with this text as key would be unreachable. */
function refuseNamesOfOthers(steps: readonly Step[]): void {
  for (const [index, { stepKey }] of steps.entries()) {
    const { id }: StepReference = referenceOf(stepKey);
    const other = steps.find((step, place) => place !== index && step.id === id);
    if (!other) continue;
    const message = `stepId is the id or slug of the step "${other.stepKey}"; choose another`;
    throw invalidField(`steps.${index}.stepId`, message, stepKey);
  }
}

/** The previous step that each draft continues, by id, or else by key; a step of another type does not match. */
function continuedSteps(drafts: readonly StepDraft[], previous: readonly Step[]): (Step | undefined)[] {
  const byId = drafts.map(({ id, type }) => previous.find((step) => step.id === id && step.type === type));
  refuseDuplicates(
    byId.map((step) => step?.id),
    "_id",
  );
  const rest = previous.filter((step) => !byId.includes(step));
  return drafts.map(
    ({ stepKey, type }, index) =>
      byId[index] ?? rest.find((step) => step.stepKey === stepKey && step.type === type),
  );
}

/**
 * The previous step with a derived key: a draft without key gets the same one each time and so stays the same
 * step.
 */
function stepNamed(
  stepKey: StepKey,
  type: StepType,
  previous: readonly Step[],
  kept: readonly (Step | undefined)[],
): Step | undefined {
  return previous.find((step) => step.stepKey === stepKey && step.type === type && !kept.includes(step));
}

function refuseDuplicates(names: readonly (string | undefined)[], field: "stepId" | "_id"): void {
  const duplicate = names.findIndex((name, index) => name !== undefined && names.indexOf(name) < index);
  if (duplicate < 0) return;
  throw invalidField(
    `steps.${duplicate}.${field}`,
    `${field} must be unique among the steps`,
    names[duplicate],
  );
}
