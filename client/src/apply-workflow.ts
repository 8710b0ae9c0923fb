import {
  createWorkflow,
  getWorkflow,
  updateWorkflow,
  type Workflow,
  type WorkflowInput,
} from "@tidings/contract";
import type { Call } from "./call.ts";
import { TidingsError } from "./tidings-error.ts";

/** The result of applying a workflow; `unchanged` means that it already matched. */
export type AppliedWorkflow = { outcome: "created" | "updated" | "unchanged"; workflow: Workflow };

/**
 * Creates the workflow, or replaces the one with its `workflowId`. Idempotent, also when several processes apply it at
 * the same time.
 */
export async function applyWorkflow(call: Call, body: WorkflowInput): Promise<AppliedWorkflow> {
  // Without a workflowId, the service rejects the request with its own message.
  const before = body.workflowId ? await find(call, body.workflowId) : undefined;
  if (!before) {
    const created = await unless(409, call(createWorkflow, { body, query: { failIfExists: true } }));
    if (created) return { outcome: "created", workflow: created };
  }
  const { workflowId, __source: _, ...replacement } = body;
  const previous = before ?? (await call(getWorkflow, { params: { workflowId } }));
  const workflow = await call(updateWorkflow, { params: { workflowId }, body: replacement, query: {} });
  const isSame = workflow.version === previous.version && workflow.active === previous.active;
  return { outcome: isSame ? "unchanged" : "updated", workflow };
}

/** Matches only the identifier; `workflowId` could also be the id or slug of another workflow. */
async function find(call: Call, workflowId: string): Promise<Workflow | undefined> {
  const workflow = await unless(404, call(getWorkflow, { params: { workflowId } }));
  return workflow?.workflowId === workflowId ? workflow : undefined;
}

/** The answer, or undefined when the service refused with this status. */
async function unless<A>(status: number, answer: Promise<A>): Promise<A | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TidingsError && error.status === status) return undefined;
    throw error;
  }
}
