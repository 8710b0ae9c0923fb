import type { Queryable } from "../database/database.ts";
import { newId } from "../foundation/id.ts";
import type { StepId, WorkflowId, WorkflowKey } from "../foundation/ids.ts";
import { canonicalJson } from "../foundation/json.ts";
import { defineWorkflow, type WorkflowDraft } from "./define-workflow.ts";
import { type PrepareParts, prepareVersion } from "./prepare-version.ts";
import type { Workflow } from "./workflow.ts";

/** A workflow as requested, and whether it is to be active. */
export type RequestedWorkflow = { draft: WorkflowDraft; isActive: boolean | undefined };

type Drafting = RequestedWorkflow & {
  workflowKey: WorkflowKey;
  /** The stored workflow that the draft would replace. */
  previous: Workflow | undefined;
  now: Date;
};

/**
 * The workflow that a draft would become, with the ids of its continuing steps; ids of new steps are made up. Nothing is
 * stored.
 * @throws AppError if the draft is refused.
 */
export async function draftWorkflow(
  parts: PrepareParts & { database: Queryable },
  environmentId: string,
  { draft, isActive, workflowKey, previous, now }: Drafting,
): Promise<Workflow> {
  const readings = await prepareVersion(parts, environmentId, draft, previous);
  const makeId = () => newId<StepId>(now.getTime());
  const definition = defineWorkflow(draft, previous?.definition, makeId);
  if (!previous) {
    const id = newId<WorkflowId>(now.getTime());
    const made = { id, workflowKey, version: 1, isActive: isActive ?? true, createdAt: now, updatedAt: now };
    return { ...made, definition, readings };
  }
  const isSame = canonicalJson(definition) === canonicalJson(previous.definition);
  const version = previous.version + (isSame ? 0 : 1);
  const changed = {
    version,
    isActive: isActive ?? previous.isActive,
    updatedAt: isSame ? previous.updatedAt : now,
  };
  return { ...previous, ...changed, definition, readings };
}
