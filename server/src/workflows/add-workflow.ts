import type { Queryable, Transactional } from "../database/database.ts";
import { AppError, invalidField } from "../foundation/app-error.ts";
import { beginningOf, freeName } from "./free-name.ts";
import { referenceOf } from "./slug.ts";
import type { Workflow } from "./workflow.ts";
import {
  countWorkflows,
  findWorkflow,
  insertWorkflow,
  lockAdding,
  takenIdentifiers,
} from "./workflow-store.ts";

/** Enough for Novu's users, and few enough that a list can review all of them. */
export const MAX_WORKFLOWS = 100;

/**
 * Stores a new workflow under its identifier or the next free one. Concurrent additions wait for each other, so that
 * neither the limit is exceeded nor an identifier taken twice.
 * @throws AppError bad_request if the environment has 100 workflows; conflict if the identifier is taken and
 * `failsIfTaken`; invalid if the identifier is the id or slug of another workflow.
 */
export function addWorkflow(
  database: Transactional,
  environmentId: string,
  input: Workflow,
  { failsIfTaken = false } = {},
): Promise<Workflow> {
  return database.transaction(async (tx) => {
    await lockAdding(tx, environmentId);
    if ((await countWorkflows(tx, environmentId)) >= MAX_WORKFLOWS) {
      throw new AppError("bad_request", `An environment has at most ${MAX_WORKFLOWS} workflows`);
    }
    await refuseNameOfOther(tx, environmentId, input.identifier);
    const taken = await takenIdentifiers(tx, environmentId, beginningOf(input.identifier));
    if (failsIfTaken && taken.has(input.identifier)) {
      throw new AppError("conflict", `Workflow with workflowId "${input.identifier}" already exists`);
    }
    const workflow = { ...input, identifier: freeName(input.identifier, taken) };
    await insertWorkflow(tx, environmentId, workflow);
    return workflow;
  });
}

/**
 * An id or slug in a path selects its workflow, so another workflow with this text as identifier would be
 * unreachable.
 */
async function refuseNameOfOther(tx: Queryable, environmentId: string, identifier: string): Promise<void> {
  const { id } = referenceOf(identifier);
  const other = id === undefined ? undefined : await findWorkflow(tx, environmentId, { id, identifier: "" });
  if (!other) return;
  throw invalidField(
    "workflowId",
    `workflowId is the id or slug of the workflow "${other.identifier}"; choose another`,
    identifier,
  );
}
