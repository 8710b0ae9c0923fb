import { AppError, invalidField } from "../foundation/app-error.ts";
import type { StepId } from "../foundation/ids.ts";
import { MAX_TEMPLATE_CHARS } from "../templates/limits.ts";
import { findTemplateStrings } from "../templates/template-strings.ts";
import { checkControls, checkTypes, controlsOf, type Form } from "./check-controls.ts";
import { defineSteps } from "./define-steps.ts";
import { refuseWhatCannotRun } from "./runnable-step.ts";
import type { StepDraft } from "./step-draft.ts";
import type { WorkflowDefinition } from "./workflow.ts";

const MAX_STEPS = 20;
/** Limit of all control values of a workflow, as characters of JSON; inspecting more would take seconds. */
const MAX_CONTROL_CHARACTERS = 1_000_000;

/** A workflow as requested, before its steps have ids. */
export type WorkflowDraft = Omit<WorkflowDefinition, "origin" | "steps"> & { steps: StepDraft[] };

/**
 * @throws AppError bad_request or invalid if it exceeds a limit, has a control of a wrong type, or uses an
 * unsupported feature.
 */
export function checkDraft({ steps }: Pick<WorkflowDraft, "steps">): void {
  checkSize(steps);
  for (const step of steps) refuseWhatCannotRun(step);
  checkControls(steps);
}

/** Like `checkDraft`, for the control values of one step in a preview. @throws AppError */
export function checkForm(step: Pick<StepDraft, "name" | "type" | "controlValues">): void {
  const { type, controlValues } = step;
  const forms = [{ type, field: "controlValues", controlValues }];
  checkForms(forms);
  refuseWhatCannotRun({ name: step.name, type, controlValues });
  checkTypes(forms);
}

/**
 * Makes the definition of a new version; steps of `previous` that continue keep their ids.
 * @throws AppError invalid if the steps conflict with each other.
 */
export function defineWorkflow(
  draft: WorkflowDraft,
  previous: WorkflowDefinition | undefined,
  makeId: () => StepId,
): WorkflowDefinition {
  const steps = defineSteps(draft.steps, previous?.steps ?? [], makeId);
  const source = draft.source ?? previous?.source;
  return {
    ...draft,
    origin: previous?.origin ?? "svc-cloud",
    ...(source === undefined ? {} : { source }),
    steps,
  };
}

function checkSize(steps: readonly StepDraft[]): void {
  if (steps.length > MAX_STEPS) {
    throw new AppError(
      "bad_request",
      `A workflow has at most ${MAX_STEPS} steps; this one has ${steps.length}`,
    );
  }
  checkForms(controlsOf(steps));
}

function checkForms(forms: readonly Form[]): void {
  for (const { field, controlValues } of forms) {
    const long = findTemplateStrings(controlValues)?.find(({ text }) => text.length > MAX_TEMPLATE_CHARS);
    if (long) throw invalidField(`${field}.${long.path}`, TOO_LONG);
  }
  const together = JSON.stringify(forms.map(({ controlValues }) => controlValues)).length;
  if (together <= MAX_CONTROL_CHARACTERS) return;
  throw new AppError(
    "bad_request",
    `All control values together, with those of variants, have ${together} characters of JSON; the limit is ${MAX_CONTROL_CHARACTERS}`,
  );
}

const TOO_LONG = `a template has at most ${MAX_TEMPLATE_CHARS} characters`;
