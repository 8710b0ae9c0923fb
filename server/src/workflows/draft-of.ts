import type { WorkflowDraft } from "./define-workflow.ts";
import type { WorkflowDefinition } from "./workflow.ts";

/** What a workflow says as a draft for another one: its steps keep their stepIds, and get identities of their own. */
export function draftOf({ origin: _, steps, ...said }: WorkflowDefinition): WorkflowDraft {
  return {
    ...said,
    steps: steps.map(({ id: _id, variants, ...step }) => ({
      ...step,
      ...(variants ? { variants: variants.map(({ id: _variantId, ...variant }) => variant) } : {}),
    })),
  };
}
