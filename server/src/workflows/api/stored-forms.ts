import type { WorkflowPreferencesInput } from "@tidings/contract";
import { canonicalJson } from "../../foundation/json.ts";
import type { WorkflowDraft } from "../define-workflow.ts";
import type { StepDraft } from "../step-draft.ts";
import type { Step, WorkflowDefinition } from "../workflow.ts";
import { completePreferences } from "../workflow-preferences.ts";
import { shownValues } from "./step-wire.ts";

/**
 * The draft with the stored form of everything that callers see unchanged: what they read has defaults filled in and
 * absent values left out, so that storing it as it was read would otherwise make a new version.
 */
export function withStoredForms(draft: WorkflowDraft, stored: WorkflowDefinition): WorkflowDraft {
  const { preferences: _, isTranslationEnabled, ...rest } = draft;
  const preferences = isSame(draft.preferences, stored.preferences, shownPreferences)
    ? stored.preferences
    : draft.preferences;
  const translation = isTranslationEnabled || stored.isTranslationEnabled !== undefined;
  return {
    ...rest,
    steps: draft.steps.map((step) => stepWithStoredForm(step, stored.steps)),
    ...(preferences === undefined ? {} : { preferences }),
    ...(translation && isTranslationEnabled !== undefined ? { isTranslationEnabled } : {}),
  };
}

function stepWithStoredForm(step: StepDraft, stored: readonly Step[]): StepDraft {
  const before = stored.find(({ id, stepKey }) => (step.id ? id === step.id : stepKey === step.stepKey));
  if (before?.type !== step.type) return step;
  const shown = (controlValues: Step["controlValues"]) => shownValues({ type: step.type, controlValues });
  const isUnchanged = isSame(step.controlValues, before.controlValues, shown);
  return isUnchanged ? { ...step, controlValues: before.controlValues } : step;
}

type Layers = { user?: WorkflowPreferencesInput | null; workflow?: WorkflowPreferencesInput | null };

const shownPreferences = ({ user, workflow }: Layers = {}) => ({
  user: user ? completePreferences(user) : null,
  workflow: completePreferences(workflow),
});

const isSame = <Value>(one: Value, other: Value, shown: (value: Value) => object): boolean =>
  canonicalJson(shown(one)) === canonicalJson(shown(other));
