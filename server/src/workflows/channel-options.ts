import { invalidField } from "../foundation/app-error.ts";
import type { StepDraft } from "./step-draft.ts";
import { isChannelStep, type Step, type StepVariant } from "./workflow.ts";

type ChannelOptions = Pick<Step, "variants" | "delivery" | "onlyIf" | "repeat">;

/** The options that only channel steps can have. A variant keeps the id of the previous variant at the same index. */
export function channelOptionsOf(
  { variants = [], delivery, onlyIf, repeat }: StepDraft,
  previous: readonly StepVariant[],
  makeId: () => string,
): ChannelOptions {
  const named = variants.map((variant, place) => ({ id: previous[place]?.id ?? makeId(), ...variant }));
  return {
    ...(named.length > 0 ? { variants: named } : {}),
    ...(delivery ? { delivery } : {}),
    ...(onlyIf ? { onlyIf } : {}),
    ...(repeat ? { repeat } : {}),
  };
}

const OPTIONS = ["variants", "delivery", "onlyIf", "repeat"] as const;

/** @throws AppError invalid if a step without a channel has such options, or an option names an unsuitable step. */
export function refuseUnusableOptions(steps: readonly Step[]): void {
  for (const [index, step] of steps.entries()) {
    const misplaced = OPTIONS.find((option) => step[option] !== undefined);
    if (misplaced && !isChannelStep(step)) {
      throw invalidField(`steps.${index}.${misplaced}`, `Only channel steps can have ${misplaced}`);
    }
    refuseUnusableFallback(steps, index);
    refuseUnusableRepeat(steps, index);
  }
}

function refuseUnusableFallback(steps: readonly Step[], index: number): void {
  const onlyIf = steps[index]?.onlyIf;
  if (!onlyIf) return;
  const target = steps.slice(0, index).find(({ stepKey }) => stepKey === onlyIf.step);
  const field = `steps.${index}.onlyIf.step`;
  if (!target || !isChannelStep(target)) {
    throw invalidField(field, "onlyIf must name an earlier channel step", onlyIf.step);
  }
  if (onlyIf.is !== "not_delivered" && target.type !== "in_app") {
    throw invalidField(field, "Only in-app messages can be seen or read", onlyIf.step);
  }
}

function refuseUnusableRepeat(steps: readonly Step[], index: number): void {
  const step = steps[index];
  if (!step?.repeat) return;
  const target = repeatTarget(steps.slice(0, index + 1), step);
  if (target?.type === "in_app") return;
  const message = "repeat needs an in-app step that can be seen or read: name an earlier one";
  throw invalidField(`steps.${index}.repeat.step`, message, step.repeat.step);
}

/** The step whose message ends the repetition when it is seen or read: the named one, or the step itself. */
export function repeatTarget(steps: readonly Step[], { stepKey, repeat }: Step): Step | undefined {
  const targetKey = repeat?.step ?? stepKey;
  return steps.find((candidate) => candidate.stepKey === targetKey);
}
