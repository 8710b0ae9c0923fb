import type { Transactional } from "../database/database.ts";
import type { Clock } from "../foundation/clock.ts";
import { newId } from "../foundation/id.ts";
import type { StepId, WorkflowId } from "../foundation/ids.ts";
import type { InspectTexts } from "../templates/inspect-texts.ts";
import { addWorkflow } from "./add-workflow.ts";
import { changeWorkflow } from "./change-workflow.ts";
import { checkDraft, defineWorkflow } from "./define-workflow.ts";
import { draftOf } from "./draft-of.ts";
import { readTemplates } from "./read-templates.ts";
import type { Workflow } from "./workflow.ts";
import { findWorkflowsByKey } from "./workflow-store.ts";

type Source = { workflow: Workflow; environmentId: string };
type SyncTarget = { id: string; database: Transactional };

/**
 * Copies a workflow into another environment: updates the workflow with the same key there, or creates it. The
 * inspection of its texts is charged to the source environment.
 * @throws AppError if this version refuses the definition, or the target environment has reached its limit of
 * workflows.
 */
export async function syncInto(
  { clock, inspectTexts }: { clock: Clock; inspectTexts: InspectTexts },
  { workflow, environmentId }: Source,
  target: SyncTarget,
): Promise<Workflow> {
  const { workflowKey, definition, isActive } = workflow;
  const draft = draftOf(definition);
  checkDraft(draft);
  const readings = await readTemplates(inspectTexts, environmentId, draft.steps, workflow);
  const now = clock.now();
  const makeId = () => newId<StepId>(now.getTime());
  const [known] = await findWorkflowsByKey(target.database, target.id, [workflowKey]);
  if (known) {
    return changeWorkflow(target.database, target.id, known.id, (current) => ({
      definition: defineWorkflow(draft, current.definition, makeId),
      readings,
      isActive,
    }));
  }
  const fresh = {
    id: newId<WorkflowId>(now.getTime()),
    workflowKey,
    version: 1,
    isActive,
    createdAt: now,
    updatedAt: now,
    readings,
    definition: defineWorkflow(draft, undefined, makeId),
  };
  return addWorkflow(target.database, target.id, fresh, { failsIfTaken: true });
}
