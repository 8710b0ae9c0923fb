import type { Transactional } from "../database/database.ts";
import { AppError } from "../foundation/app-error.ts";
import { beginningOf, freeName } from "./free-name.ts";
import type { Workflow } from "./workflow.ts";
import { countWorkflows, insertWorkflow, lockAdding, takenIdentifiers } from "./workflow-store.ts";

/** Enough for the field's users (wire-facts 4.6), few enough that a list may look at all of them. */
export const MOST_WORKFLOWS = 100;

/**
 * Stores a new workflow, under its identifier or the next free one. Those who add at the same time wait for each other:
 * so neither the limit nor an identifier is taken twice.
 */
export function addWorkflow(
  database: Transactional,
  environmentId: string,
  wanted: Workflow,
): Promise<Workflow> {
  return database.transaction(async (tx) => {
    await lockAdding(tx, environmentId);
    if ((await countWorkflows(tx, environmentId)) >= MOST_WORKFLOWS) {
      throw new AppError("bad_request", `An environment has at most ${MOST_WORKFLOWS} workflows`);
    }
    const taken = await takenIdentifiers(tx, environmentId, beginningOf(wanted.identifier));
    const workflow = { ...wanted, identifier: freeName(wanted.identifier, taken) };
    await insertWorkflow(tx, environmentId, workflow);
    return workflow;
  });
}
