import {
  createWorkflow,
  deleteWorkflow,
  getWorkflow,
  getWorkflowStep,
  listWorkflows,
  patchWorkflow,
  type QueryOf,
  updateWorkflow,
  type WorkflowChanges,
  type WorkflowInput,
  type WorkflowReplacement,
} from "@tidings/contract";
import type { Call } from "./call.ts";

export type WorkflowSearch = QueryOf<typeof listWorkflows>;
export type Workflows = ReturnType<typeof workflows>;

/** A workflow is named by its identifier, internal id or slug; so is a step. */
export const workflows = (call: Call) => ({
  list: (query: WorkflowSearch = {}) => call(listWorkflows, { query }),
  create: (body: WorkflowInput) => call(createWorkflow, { body }),
  get: (workflowId: string) => call(getWorkflow, { params: { workflowId } }),
  /** Replaces the whole workflow; steps not named any more are removed. `{ migrate: true }` takes waiting runs along. */
  update: (workflowId: string, body: WorkflowReplacement, query: QueryOf<typeof updateWorkflow> = {}) =>
    call(updateWorkflow, { params: { workflowId }, body, query }),
  patch: (workflowId: string, body: WorkflowChanges) => call(patchWorkflow, { params: { workflowId }, body }),
  delete: (workflowId: string) => call(deleteWorkflow, { params: { workflowId } }),
  getStep: (workflowId: string, stepId: string) => call(getWorkflowStep, { params: { workflowId, stepId } }),
});
