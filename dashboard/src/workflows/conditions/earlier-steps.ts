import { isChannel } from "../../timeline/words.ts";
import type { DraftStep } from "../draft.ts";

/** The steps whose delivery a step may wait for: as the service accepts them. */
export const earlierChannels = (earlier: readonly DraftStep[]): readonly DraftStep[] =>
  earlier.filter(({ type }) => isChannel(type));

/** The steps whose message can be seen or read, for a repetition: the step itself if it is in-app, and earlier ones. */
export const readableSteps = (step: DraftStep, earlier: readonly DraftStep[]): readonly DraftStep[] =>
  [step, ...earlier].filter(({ type }) => type === "in_app");

/** Choices of steps; one that is stored and no longer fits stays selected. */
export function stepChoices(steps: readonly DraftStep[], selected: string) {
  const choices = steps.map(({ stepId, name }) => ({ value: stepId, label: name }));
  const isKnown = choices.some(({ value }) => value === selected);
  return isKnown ? choices : [{ value: selected, label: selected }, ...choices];
}
