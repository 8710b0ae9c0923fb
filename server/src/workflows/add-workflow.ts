import type { Queryable, Transactional } from "../database/database.ts";
import { AppError, invalidField } from "../foundation/app-error.ts";
import { type WorkflowKey, workflowKeyOf } from "../foundation/ids.ts";
import { beginningOf, freeName } from "./free-name.ts";
import { referenceOf, type WorkflowReference } from "./slug.ts";
import type { Workflow } from "./workflow.ts";
import { countWorkflows, findWorkflow, insertWorkflow, lockAdding, takenKeys } from "./workflow-store.ts";

/** Enough for Novu's users, and few enough that a list can review all of them. */
export const MAX_WORKFLOWS = 100;

/**
 * Stores a new workflow under its key or the next free one. Concurrent additions wait for each other, so that
 * neither the limit is exceeded nor a key taken twice.
 * @throws AppError bad_request if the environment has 100 workflows; conflict if the key is taken and
 * `failsIfTaken`; invalid if the key is the id or slug of another workflow.
 */
export function addWorkflow(
  database: Transactional,
  environmentId: string,
  input: Workflow,
  { failsIfTaken = false } = {},
): Promise<Workflow> {
  return database.transaction(async (tx) => {
    await lockAdding(tx, environmentId);
    const workflow = await withFreeKey(tx, environmentId, input, { failsIfTaken });
    await insertWorkflow(tx, environmentId, workflow);
    return workflow;
  });
}

/** The workflow as `addWorkflow` would store it; nothing is stored. @throws AppError like `addWorkflow` */
export async function withFreeKey(
  database: Queryable,
  environmentId: string,
  input: Workflow,
  { failsIfTaken = false } = {},
): Promise<Workflow> {
  if ((await countWorkflows(database, environmentId)) >= MAX_WORKFLOWS) {
    throw new AppError("bad_request", `An environment has at most ${MAX_WORKFLOWS} workflows`);
  }
  await refuseNameOfOther(database, environmentId, input.workflowKey);
  const taken = await takenKeys(database, environmentId, beginningOf(input.workflowKey));
  if (failsIfTaken && taken.has(input.workflowKey)) {
    throw new AppError("conflict", `Workflow with workflowId "${input.workflowKey}" already exists`);
  }
  return { ...input, workflowKey: workflowKeyOf(freeName(input.workflowKey, taken)) };
}

const NO_KEY = workflowKeyOf("");

/**
 * An id or slug in a path selects its workflow, so another workflow with this text as key would be
 * unreachable.
 */
async function refuseNameOfOther(tx: Queryable, environmentId: string, key: WorkflowKey): Promise<void> {
  const { id }: WorkflowReference = referenceOf(key);
  const other = id === undefined ? undefined : await findWorkflow(tx, environmentId, { id, key: NO_KEY });
  if (!other) return;
  throw invalidField(
    "workflowId",
    `workflowId is the id or slug of the workflow "${other.workflowKey}"; choose another`,
    key,
  );
}
