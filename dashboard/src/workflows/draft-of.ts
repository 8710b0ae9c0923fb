import type { StepInput, Workflow, WorkflowStep } from "@tidings/contract";
import { isSame } from "../app/is-same.ts";
import type { Draft, DraftStep } from "./draft.ts";

/** The content of a stored workflow, as it is edited. Storing it unchanged makes no new version. */
export function draftOf(workflow: Workflow): Draft {
  const { name, description, tags, severity, validatePayload, payloadSchema, preferences } = workflow;
  const { isTranslationEnabled } = workflow;
  return {
    name,
    steps: workflow.steps.map(draftStepOf),
    ...(description === undefined ? {} : { description }),
    ...(tags ? { tags } : {}),
    severity,
    ...(validatePayload === undefined ? {} : { validatePayload }),
    ...(payloadSchema ? { payloadSchema } : {}),
    preferences: { user: preferences.user, workflow: preferences.default },
    ...(isTranslationEnabled === undefined ? {} : { isTranslationEnabled }),
  };
}

function draftStepOf({ _id, stepId, name, type, controls, ...step }: WorkflowStep): DraftStep {
  const { filters, delivery, onlyIf, repeat, variants } = step;
  return {
    _id,
    stepId,
    name,
    type: type as StepInput["type"],
    controlValues: controls.values ?? {},
    ...(filters ? { filters } : {}),
    ...(delivery ? { delivery } : {}),
    ...(onlyIf ? { onlyIf } : {}),
    ...(repeat ? { repeat } : {}),
    ...(variants ? { variants } : {}),
  };
}

/** How many steps and other members of the workflow are different; a changed order of steps counts as one. */
export function changesBetween(before: Draft, after: Draft): number {
  const { steps: was, ...old } = before;
  const { steps: is, ...now } = after;
  const names = new Set([...Object.keys(old), ...Object.keys(now)]) as Set<keyof typeof old>;
  const fields = [...names].filter((name) => !isSame(old[name], now[name])).length;
  const stepIds = new Set([...was, ...is].map(({ stepId }) => stepId));
  const find = (steps: readonly DraftStep[], id: string) => steps.find(({ stepId }) => stepId === id);
  const changed = [...stepIds].filter((id) => !isSame(find(was, id), find(is, id))).length;
  return fields + changed + (isMoved(was, is) ? 1 : 0);
}

function isMoved(was: readonly DraftStep[], is: readonly DraftStep[]): boolean {
  const idsIn = (steps: readonly DraftStep[], others: readonly DraftStep[]) =>
    steps.map(({ stepId }) => stepId).filter((id) => others.some(({ stepId }) => stepId === id));
  return !isSame(idsIn(was, is), idsIn(is, was));
}
