import type { Transactional } from "../database/database.ts";
import type { Clock } from "../foundation/clock.ts";
import { newId } from "../foundation/id.ts";
import type { InspectTexts } from "../templates/inspect-texts.ts";
import { addWorkflow } from "./add-workflow.ts";
import { changeWorkflow } from "./change-workflow.ts";
import { checkDraft, defineWorkflow } from "./define-workflow.ts";
import { draftOf } from "./draft-of.ts";
import { readTemplates } from "./read-templates.ts";
import type { Workflow } from "./workflow.ts";
import { findWorkflowsByIdentifier } from "./workflow-store.ts";

type Source = { workflow: Workflow; environmentId: string };
type Target = { id: string; database: Transactional };

/**
 * Makes the workflow of the same identifier in another environment say what this one says, or creates it there. The
 * texts are inspected on the account of the environment that it comes from.
 * @throws AppError when the workflow is one that could not be written today, or the other environment is full.
 */
export async function syncInto(
  { clock, inspectTexts }: { clock: Clock; inspectTexts: InspectTexts },
  { workflow, environmentId }: Source,
  target: Target,
): Promise<Workflow> {
  const { identifier, definition, isActive } = workflow;
  const draft = draftOf(definition);
  checkDraft(draft);
  const readings = await readTemplates(inspectTexts, environmentId, draft.steps, workflow);
  const now = clock.now();
  const makeId = () => newId(now.getTime());
  const [known] = await findWorkflowsByIdentifier(target.database, target.id, [identifier]);
  if (known) {
    return changeWorkflow(target.database, target.id, known.id, (current) => ({
      ...{ definition: defineWorkflow(draft, current.definition, makeId), readings, isActive },
    }));
  }
  const fresh = {
    ...{ id: makeId(), identifier, version: 1, isActive, createdAt: now, updatedAt: now, readings },
    definition: defineWorkflow(draft, undefined, makeId),
  };
  return addWorkflow(target.database, target.id, fresh, { failsIfTaken: true });
}
