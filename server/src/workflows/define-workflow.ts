import { AppError, invalidField } from "../foundation/app-error.ts";
import type { JsonObject } from "../foundation/json.ts";
import { findLeaves } from "../templates/leaves.ts";
import { MAX_TEMPLATE_CHARS } from "../templates/limits.ts";
import { defineSteps, type StepDraft } from "./define-steps.ts";
import { refuseWhatCannotRun } from "./runnable-step.ts";
import type { WorkflowDefinition } from "./workflow.ts";

const MOST_STEPS = 20;
/** What all control values of a workflow may have together; reading more would take seconds. */
const MOST_CONTROL_CHARACTERS = 1_000_000;

/** A workflow as a caller wants it, before its steps have identities. */
export type WorkflowDraft = Omit<WorkflowDefinition, "origin" | "steps"> & { steps: StepDraft[] };

/**
 * What a version will say.
 * @throws AppError when it is beyond a limit, or asks for what the engine cannot do.
 */
export function defineWorkflow(
  draft: WorkflowDraft,
  previous: WorkflowDefinition | undefined,
  makeId: () => string,
): WorkflowDefinition {
  checkSize(draft.steps);
  for (const step of draft.steps) refuseWhatCannotRun(step);
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
  if (steps.length > MOST_STEPS) {
    throw new AppError(
      "bad_request",
      `A workflow has at most ${MOST_STEPS} steps; these are ${steps.length}`,
    );
  }
  for (const [index, { controlValues }] of steps.entries()) {
    const long = findLeaves(controlValues)?.find(({ text }) => text.length > MAX_TEMPLATE_CHARS);
    if (long) throw invalidField(`steps.${index}.controlValues.${long.path}`, TOO_LONG);
  }
  const together = JSON.stringify(steps.map(({ controlValues }) => controlValues)).length;
  if (together <= MOST_CONTROL_CHARACTERS) return;
  throw new AppError(
    "bad_request",
    `All control values together are longer than ${MOST_CONTROL_CHARACTERS} characters of JSON`,
  );
}

const TOO_LONG = `a template has at most ${MAX_TEMPLATE_CHARS} characters`;
