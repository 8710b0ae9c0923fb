import type { DeliveryOptions, StepFilter, StepType } from "@tidings/contract";
import { invalidField } from "../foundation/app-error.ts";
import type { JsonObject } from "../foundation/json.ts";
import { freeName } from "./free-name.ts";
import { slugify } from "./slug.ts";
import { isChannelStep, type Step, type StepVariant } from "./workflow.ts";

/** A step as a caller wants it; `id` and `stepId` name the step to keep, where there is one. */
export type StepDraft = {
  name: string;
  type: StepType;
  controlValues: JsonObject;
  filters?: StepFilter[];
  variants?: Omit<StepVariant, "id">[];
  delivery?: DeliveryOptions;
  stepId?: string;
  id?: string;
};

/** Gives every draft its identity: that of the step it continues, or a new one. */
export function defineSteps(
  drafts: readonly StepDraft[],
  previous: readonly Step[],
  makeId: () => string,
): Step[] {
  const kept = continuedSteps(drafts, previous);
  const given = drafts.map((draft, index) => draft.stepId ?? kept[index]?.stepId);
  refuseTwins(given, "stepId");
  const taken = new Set(given.filter((stepId) => stepId !== undefined));
  return drafts.map((draft, index) => {
    const { name, type, controlValues, filters } = draft;
    const stepId = given[index] ?? freeName(slugify(name) || type.replace("_", "-"), taken);
    taken.add(stepId);
    const said = filters && filters.length > 0 ? { controlValues, filters } : { controlValues };
    const variants = defineVariants(draft, index, kept[index]?.variants ?? [], makeId);
    const delivery = draft.delivery && isChannelStep({ type }) ? { delivery: draft.delivery } : {};
    return { id: kept[index]?.id ?? makeId(), stepId, name, type, ...said, ...variants, ...delivery };
  });
}

/** A variant keeps its id by its place. @throws AppError for a step that carries nothing. */
function defineVariants(
  { type, variants = [] }: StepDraft,
  index: number,
  previous: readonly StepVariant[],
  makeId: () => string,
): Pick<Step, "variants"> {
  if (variants.length === 0) return {};
  if (!isChannelStep({ type })) {
    throw invalidField(`steps.${index}.variants`, "Only the step of a channel can have variants");
  }
  return {
    variants: variants.map((variant, place) => ({ id: previous[place]?.id ?? makeId(), ...variant })),
  };
}

/** By id first, then by identifier; a step of another type is another step. */
function continuedSteps(drafts: readonly StepDraft[], previous: readonly Step[]): (Step | undefined)[] {
  const byId = drafts.map(({ id, type }) => previous.find((step) => step.id === id && step.type === type));
  refuseTwins(
    byId.map((step) => step?.id),
    "_id",
  );
  const rest = previous.filter((step) => !byId.includes(step));
  return drafts.map(
    ({ stepId, type }, index) =>
      byId[index] ?? rest.find((step) => step.stepId === stepId && step.type === type),
  );
}

function refuseTwins(names: readonly (string | undefined)[], field: "stepId" | "_id"): void {
  const twin = names.findIndex((name, index) => name !== undefined && names.indexOf(name) < index);
  if (twin < 0) return;
  throw invalidField(`steps.${twin}.${field}`, `${field} must be unique among the steps`, names[twin]);
}
