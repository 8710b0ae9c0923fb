import type { WorkflowDraft } from "./define-workflow.ts";
import type { WorkflowDefinition } from "./workflow.ts";

/** Makes a draft for a copy of a workflow: steps and variants keep their names and keys, but get new ids. */
export function draftOf({ origin: _, steps, ...said }: WorkflowDefinition): WorkflowDraft {
  return {
    ...said,
    steps: steps.map(({ id: _id, variants, ...step }) => ({
      ...step,
      ...(variants ? { variants: variants.map(({ id: _variantId, ...variant }) => variant) } : {}),
    })),
  };
}
