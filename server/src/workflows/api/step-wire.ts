import {
  type Brand,
  type Origin,
  type StepInput,
  type StepVariant,
  toBrand,
  type WorkflowListItem,
  type WorkflowStep,
} from "@tidings/contract";
import { stepKeyOf } from "../../foundation/ids.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { omitEmpty } from "../../foundation/omit-empty.ts";
import { controlSchemaOf } from "../control-schemas/control-schemas.ts";
import { amountOf } from "../interval.ts";
import type { StepReview } from "../review.ts";
import { slugOf } from "../slug.ts";
import type { StepDraft } from "../step-draft.ts";
import type { Step, Workflow } from "../workflow.ts";

export function fromStep(step: StepInput): StepDraft {
  const { name, type, stepId, _id, controlValues, filters, variants, delivery, onlyIf, repeat } = step;
  return {
    name,
    type,
    controlValues: (controlValues ?? {}) as JsonObject,
    ...(filters ? { filters } : {}),
    ...(delivery ? { delivery } : {}),
    ...(onlyIf ? { onlyIf } : {}),
    ...(repeat ? { repeat } : {}),
    ...(variants ? { variants: variants.map(fromVariant) } : {}),
    ...(stepId === undefined ? {} : { stepKey: stepKeyOf(stepId) }),
    ...(_id === undefined ? {} : { id: _id }),
  };
}

function fromVariant({ name, filters, controlValues }: StepVariant) {
  const values = controlValues as JsonObject;
  return { ...(name === undefined ? {} : { name }), filters, controlValues: values };
}

export function toStep(
  { step, variables, issues }: StepReview,
  workflow: Workflow,
  brand: Brand,
): WorkflowStep {
  const { id, stepKey, name, type } = step;
  const values = shownValues(step);
  return {
    controls: { ...controlSchemaOf(type), values },
    controlValues: values,
    variables,
    stepId: stepKey,
    _id: id,
    name,
    slug: slugOf("st", step),
    type,
    origin: toBrand(workflow.definition.origin, brand) as Origin,
    workflowId: workflow.workflowKey,
    workflowDatabaseId: workflow.id,
    ...(issues ? { issues } : {}),
    ...(step.filters ? { filters: step.filters } : {}),
    ...omitEmpty({ delivery: step.delivery, onlyIf: step.onlyIf, repeat: step.repeat }),
    ...(step.variants ? { variants: step.variants.map(({ id: _, ...variant }) => variant) } : {}),
  };
}

export function toStepOverview({ step, issues }: StepReview): WorkflowListItem["steps"][number] {
  return { slug: slugOf("st", step), type: step.type, ...(issues ? { issues } : {}) };
}

/**
 * The control values in a form that Novu's clients 1.8.0 and 3.19.1 accept: they reject a whole workflow for null
 * instead of an absent value, for an e-mail without a subject, and for an amount that is a string.
 */
export function shownValues({ type, controlValues }: Pick<Step, "type" | "controlValues">): JsonObject {
  const shown = Object.fromEntries(Object.entries(controlValues).filter(([, value]) => value !== null));
  if (type === "email") return { subject: "", ...shown };
  const amount = type === "digest" || type === "delay" ? amountOf(shown) : undefined;
  return amount === undefined ? shown : { ...shown, amount };
}
