import {
  createWorkflow,
  deleteWorkflow,
  duplicateWorkflow,
  getWorkflow,
  getWorkflowStep,
  getWorkflowVersion,
  listWorkflows,
  listWorkflowVersions,
  patchWorkflow,
  previewStep,
  type QueryOf,
  restoreWorkflowVersion,
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
import type { Call, TargetKey } from "./call.ts";

export type WorkflowSearch = QueryOf<typeof listWorkflows>;
export type Workflows = ReturnType<typeof workflows>;

/** Workflows and steps are given by identifier, internal id or slug. */
export const workflows = (call: Call) => ({
  list: (query: WorkflowSearch = {}) => call(listWorkflows, { query }),
  /**
   * If the `workflowId` is taken, the new one gets a suffix, unless `failIfExists`. With `dryRun`, nothing is stored: the
   * answer shows what would be, with its issues.
   */
  create: (body: WorkflowInput, query: QueryOf<typeof createWorkflow> = {}) =>
    call(createWorkflow, { body, query }),
  /** Creates the workflow, or replaces the one with its `workflowId`; returns which it did. */
  apply: (body: WorkflowInput) => applyWorkflow(call, body),
  get: (workflowId: string) => call(getWorkflow, { params: { workflowId } }),
  /**
   * Replaces the workflow; unlisted steps are removed. `{ migrate: true }` moves waiting runs to the new version;
   * `{ ifVersion }` fails with 409 if the workflow has another version; `{ dryRun: true }` stores nothing.
   */
  update: (workflowId: string, body: WorkflowReplacement, query: QueryOf<typeof updateWorkflow> = {}) =>
    call(updateWorkflow, { params: { workflowId }, body, query }),
  patch: (workflowId: string, body: WorkflowChanges) => call(patchWorkflow, { params: { workflowId }, body }),
  delete: (workflowId: string) => call(deleteWorkflow, { params: { workflowId } }),
  /** Creates an inactive copy in the same environment. */
  duplicate: (workflowId: string, body: WorkflowCopy = {}) =>
    call(duplicateWorkflow, { params: { workflowId }, body }),
  /**
   * Copies the workflow to another environment of the organization, replacing the one with the same `workflowId`. It needs
   * an API key of that environment, too.
   */
  sync: (workflowId: string, body: WorkflowSync, target: TargetKey = {}) =>
    call(syncWorkflow, { params: { workflowId }, body, ...target }),
  /** The versions of the workflow, the newest first, with the number of notifications that wait in each. */
  listVersions: (workflowId: string, query: QueryOf<typeof listWorkflowVersions> = {}) =>
    call(listWorkflowVersions, { params: { workflowId }, query }),
  /** The workflow as this version defines it. */
  getVersion: (workflowId: string, version: number) =>
    call(getWorkflowVersion, { params: { workflowId, version: String(version) } }),
  /** Stores the content of an earlier version as a new version. */
  restoreVersion: (workflowId: string, version: number, query: QueryOf<typeof restoreWorkflowVersion> = {}) =>
    call(restoreWorkflowVersion, { params: { workflowId, version: String(version) }, query }),
  getStep: (workflowId: string, stepId: string) => call(getWorkflowStep, { params: { workflowId, stepId } }),
  /** Renders the step with given or made-up values; sends nothing. */
  previewStep: (workflowId: string, stepId: string, body: StepPreviewInput = {}) =>
    call(previewStep, { params: { workflowId, stepId }, body }),
});
