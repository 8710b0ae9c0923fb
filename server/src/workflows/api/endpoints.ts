import type { Api, Endpoint } from "../../http/endpoint.ts";
import { createWorkflow } from "./create-workflow.ts";
import { deleteWorkflow } from "./delete-workflow.ts";
import { duplicateWorkflow } from "./duplicate-workflow.ts";
import { getWorkflow } from "./get-workflow.ts";
import { getWorkflowStep } from "./get-workflow-step.ts";
import { listWorkflows } from "./list-workflows.ts";
import { patchWorkflow } from "./patch-workflow.ts";
import { syncWorkflow } from "./sync-workflow.ts";
import { updateWorkflow } from "./update-workflow.ts";
import { getWorkflowVersion, listWorkflowVersions, restoreWorkflowVersion } from "./workflow-versions.ts";

export function workflowEndpoints(api: Api): Endpoint[] {
  return [
    createWorkflow(api),
    listWorkflows(api),
    getWorkflow(api),
    updateWorkflow(api),
    patchWorkflow(api),
    deleteWorkflow,
    duplicateWorkflow(api),
    syncWorkflow(api),
    getWorkflowStep(api),
    listWorkflowVersions,
    getWorkflowVersion(api),
    restoreWorkflowVersion(api),
  ];
}
