import {
  createWorkflow,
  deleteWorkflow,
  duplicateWorkflow,
  getWorkflow,
  getWorkflowStep,
  listWorkflows,
  patchWorkflow,
  previewStep,
  type QueryOf,
  type StepPreviewInput,
  syncWorkflow,
  updateWorkflow,
  type WorkflowChanges,
  type WorkflowCopy,
  type WorkflowInput,
  type WorkflowReplacement,
  type WorkflowSync,
} from "@tidings/contract";
import { applyWorkflow } from "./apply-workflow.ts";
import type { Call } from "./call.ts";

export type WorkflowSearch = QueryOf<typeof listWorkflows>;
export type Workflows = ReturnType<typeof workflows>;

/** A workflow is named by its identifier, internal id or slug; so is a step. */
export const workflows = (call: Call) => ({
  list: (query: WorkflowSearch = {}) => call(listWorkflows, { query }),
  /** Under a used `workflowId` the new workflow gets a suffix, unless `failIfExists`. */
  create: (body: WorkflowInput, query: QueryOf<typeof createWorkflow> = {}) =>
    call(createWorkflow, { body, query }),
  /** Creates the workflow, or replaces the one with its `workflowId`; says which of the two it did. */
  apply: (body: WorkflowInput) => applyWorkflow(call, body),
  get: (workflowId: string) => call(getWorkflow, { params: { workflowId } }),
  /** Replaces the whole workflow; steps not named any more are removed. `{ migrate: true }` takes waiting runs along. */
  update: (workflowId: string, body: WorkflowReplacement, query: QueryOf<typeof updateWorkflow> = {}) =>
    call(updateWorkflow, { params: { workflowId }, body, query }),
  patch: (workflowId: string, body: WorkflowChanges) => call(patchWorkflow, { params: { workflowId }, body }),
  delete: (workflowId: string) => call(deleteWorkflow, { params: { workflowId } }),
  /** Makes a copy in the same environment; it is not active. */
  duplicate: (workflowId: string, body: WorkflowCopy = {}) =>
    call(duplicateWorkflow, { params: { workflowId }, body }),
  /** Copies the workflow to another environment of the organization, over the one with the same `workflowId`. */
  sync: (workflowId: string, body: WorkflowSync) => call(syncWorkflow, { params: { workflowId }, body }),
  getStep: (workflowId: string, stepId: string) => call(getWorkflowStep, { params: { workflowId, stepId } }),
  /** Renders what the step says, with values that are given or made up; sends nothing. */
  previewStep: (workflowId: string, stepId: string, body: StepPreviewInput = {}) =>
    call(previewStep, { params: { workflowId, stepId }, body }),
});
