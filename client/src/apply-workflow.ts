import {
  createWorkflow,
  getWorkflow,
  updateWorkflow,
  type Workflow,
  type WorkflowInput,
} from "@tidings/contract";
import type { Call } from "./call.ts";
import { TidingsError } from "./tidings-error.ts";

/** What applying a workflow did; `unchanged`: it was already as it should be. */
export type AppliedWorkflow = { outcome: "created" | "updated" | "unchanged"; workflow: Workflow };

/**
 * Creates the workflow, or replaces the one with its `workflowId`. Applying the same again changes nothing, also when
 * several processes do it at the same moment.
 */
export async function applyWorkflow(call: Call, body: WorkflowInput): Promise<AppliedWorkflow> {
  // Without a workflowId it is the service that refuses, in its own words.
  const before = body.workflowId ? await find(call, body.workflowId) : undefined;
  if (!before) {
    const created = await unless(409, call(createWorkflow, { body, query: { failIfExists: true } }));
    if (created) return { outcome: "created", workflow: created };
  }
  const { workflowId, __source: _, ...replacement } = body;
  const known = before ?? (await call(getWorkflow, { params: { workflowId } }));
  const workflow = await call(updateWorkflow, { params: { workflowId }, body: replacement, query: {} });
  const isSame = workflow.version === known.version && workflow.active === known.active;
  return { outcome: isSame ? "unchanged" : "updated", workflow };
}

/** By its identifier only: the text may also be the id or slug of another workflow. */
async function find(call: Call, workflowId: string): Promise<Workflow | undefined> {
  const found = await unless(404, call(getWorkflow, { params: { workflowId } }));
  return found?.workflowId === workflowId ? found : undefined;
}

/** The answer, or nothing where it was a refusal with this status. */
async function unless<A>(status: number, answer: Promise<A>): Promise<A | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TidingsError && error.status === status) return undefined;
    throw error;
  }
}
