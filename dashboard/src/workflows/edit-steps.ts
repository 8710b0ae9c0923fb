import type { StepInput } from "@tidings/contract";
import type { DraftStep } from "./draft.ts";

type StepType = StepInput["type"];

/** What a new step begins with: as little as the service accepts. */
const FIRST_VALUES: Readonly<Record<StepType, { name: string; controlValues: object }>> = {
  in_app: { name: "In-app", controlValues: { subject: "", body: "" } },
  email: { name: "E-mail", controlValues: { subject: "", body: "" } },
  sms: { name: "SMS", controlValues: { body: "" } },
  chat: { name: "Chat", controlValues: { body: "" } },
  push: { name: "Push", controlValues: { subject: "", body: "" } },
  digest: { name: "Digest", controlValues: { amount: 5, unit: "minutes" } },
  delay: { name: "Delay", controlValues: { amount: 1, unit: "hours" } },
  throttle: { name: "Throttle", controlValues: { amount: 1, unit: "hours", threshold: 1 } },
  custom: { name: "Custom", controlValues: {} },
};

/** A new step of this type, with an identifier that no other step has. */
export function newStep(type: StepType, steps: readonly DraftStep[]): DraftStep {
  const { name, controlValues } = FIRST_VALUES[type];
  return {
    stepId: freeId(type.replaceAll("_", "-"), steps),
    name,
    type,
    controlValues: structuredClone(controlValues) as NonNullable<StepInput["controlValues"]>,
  };
}

export const inserted = (steps: readonly DraftStep[], at: number, step: DraftStep): readonly DraftStep[] =>
  steps.toSpliced(at, 0, step);

/** The copy follows the step; the service gives it an id of its own. */
export function duplicated(steps: readonly DraftStep[], stepId: string) {
  const at = steps.findIndex((step) => step.stepId === stepId);
  const { _id: _, ...original } = steps[at] as DraftStep;
  const copy = { ...structuredClone(original), stepId: freeId(stepId, steps), name: `${original.name} copy` };
  return { steps: inserted(steps, at + 1, copy), copy };
}

/** The step one place up (-1) or down (1); at the end of the list, nothing changes. */
export function moved(steps: readonly DraftStep[], stepId: string, by: -1 | 1): readonly DraftStep[] {
  const at = steps.findIndex((step) => step.stepId === stepId);
  const step = steps[at];
  if (!step || at + by < 0 || at + by >= steps.length) return steps;
  return steps.toSpliced(at, 1).toSpliced(at + by, 0, step);
}

export const without = (steps: readonly DraftStep[], stepId: string): readonly DraftStep[] =>
  steps.filter((step) => step.stepId !== stepId);

/** The step with these members replaced; a member that is undefined is removed. */
export function changed(
  steps: readonly DraftStep[],
  stepId: string,
  changes: { [Key in keyof StepInput]?: StepInput[Key] | undefined },
): readonly DraftStep[] {
  return steps.map((step) => {
    if (step.stepId !== stepId) return step;
    const members = Object.entries({ ...step, ...changes }).filter(([, value]) => value !== undefined);
    return { ...(Object.fromEntries(members) as StepInput), stepId };
  });
}

function freeId(wanted: string, steps: readonly DraftStep[]): string {
  const isTaken = (id: string) => steps.some((step) => step.stepId === id);
  const candidates = [wanted, ...steps.map((_, at) => `${wanted}-${at + 2}`)];
  return candidates.find((id) => !isTaken(id)) ?? `${wanted}-${steps.length + 2}`;
}
