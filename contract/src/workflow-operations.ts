import { Type } from "typebox";
import { line, manyOf, pathId } from "./fields.ts";
import { operation } from "./operation.ts";
import { PAGE_MAX } from "./pages.ts";
import { StepPreview, StepPreviewInput } from "./step-preview.ts";
import { words } from "./vocabulary.ts";
import {
  WorkflowChanges,
  WorkflowCopy,
  WorkflowInput,
  WorkflowReplacement,
  WorkflowSync,
} from "./workflow-input.ts";
import { ifVersion, VERSION_OPERATIONS } from "./workflow-versions.ts";
import { WORKFLOW_STATUSES, Workflow, WorkflowList, WorkflowStep } from "./workflows.ts";

const chapter = "Workflows";
const workflowId = pathId("The workflow's identifier, internal id or slug.");
const params = Type.Object({ workflowId });
const DRY_RUN = "True: returns the answer with its issues, and stores nothing, not even the idempotency key.";

export const createWorkflow = operation({
  id: "createWorkflow",
  chapter,
  method: "POST",
  path: "/v2/workflows",
  summary: "Create a workflow",
  status: 201,
  otherStatuses: [200],
  bodyLimit: "workflowBodyBytes",
  failures: [400, 409],
  query: Type.Object({
    dryRun: Type.Optional(
      Type.Boolean({ description: `${DRY_RUN} The status is 200, the ids are made up.` }),
    ),
    failIfExists: Type.Optional(
      Type.Boolean({ description: "Answer 409 if the workflowId is taken, instead of adding a suffix." }),
    ),
  }),
  body: WorkflowInput,
  response: Workflow,
});

export const listWorkflows = operation({
  id: "listWorkflows",
  chapter,
  method: "GET",
  path: "/v2/workflows",
  summary: "List all workflows",
  status: 200,
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_MAX, default: 0 })),
    query: Type.Optional(line("Text that the name or identifier contains.")),
    orderBy: Type.Optional(words(["createdAt", "updatedAt", "name", "lastTriggeredAt"])),
    orderDirection: Type.Optional(words(["ASC", "DESC"])),
    tags: Type.Optional(manyOf(line(undefined, 64), "Only with one of these tags.")),
    status: Type.Optional(manyOf(words(WORKFLOW_STATUSES), "Only with one of these statuses.")),
  }),
  response: WorkflowList,
});

export const getWorkflow = operation({
  id: "getWorkflow",
  chapter,
  method: "GET",
  path: "/v2/workflows/:workflowId",
  summary: "Retrieve a workflow",
  status: 200,
  failures: [404],
  params,
  response: Workflow,
});

export const updateWorkflow = operation({
  id: "updateWorkflow",
  chapter,
  method: "PUT",
  path: "/v2/workflows/:workflowId",
  summary: "Replace a workflow",
  description: "Existing steps that are not listed are removed.",
  status: 200,
  bodyLimit: "workflowBodyBytes",
  failures: [400, 404, 409],
  params,
  query: Type.Object({
    dryRun: Type.Optional(
      Type.Boolean({ description: `${DRY_RUN} Ids of new steps are made up; \`migrate\` has no effect.` }),
    ),
    ifVersion,
    migrate: Type.Optional(
      Type.Boolean({
        description:
          "True: runs that wait in a delay or digest continue with this version after the step they wait in. A run whose step was removed keeps its version. Default false: all runs keep their version.",
      }),
    ),
  }),
  body: WorkflowReplacement,
  response: Workflow,
});

export const patchWorkflow = operation({
  id: "patchWorkflow",
  chapter,
  method: "PATCH",
  path: "/v2/workflows/:workflowId",
  summary: "Change a workflow",
  status: 200,
  failures: [400, 404],
  params,
  body: WorkflowChanges,
  response: Workflow,
});

export const deleteWorkflow = operation({
  id: "deleteWorkflow",
  chapter,
  method: "DELETE",
  path: "/v2/workflows/:workflowId",
  summary: "Delete a workflow",
  status: 204,
  failures: [404],
  params,
});

export const duplicateWorkflow = operation({
  id: "duplicateWorkflow",
  chapter,
  method: "POST",
  path: "/v2/workflows/:workflowId/duplicate",
  summary: "Duplicate a workflow",
  description: "Creates a copy in the same environment, with its own steps. The copy is inactive.",
  status: 201,
  failures: [400, 404],
  params,
  body: WorkflowCopy,
  response: Workflow,
});

export const syncWorkflow = operation({
  id: "syncWorkflow",
  chapter,
  method: "PUT",
  path: "/v2/workflows/:workflowId/sync",
  summary: "Copy a workflow to another environment",
  description:
    "Replaces the workflow with the same workflowId in the other environment, including whether it is active, or creates it. Steps are matched by their stepId. The request needs a principal of the other environment, too: one of its API keys in the header `Target-Authorization`, or a session of the dashboard that reaches both; otherwise it gets 403. An operator can let API keys copy into environments that are not protected without it, or disable copying (`TIDINGS_WORKFLOW_SYNC`). Returns the workflow of the other environment.",
  status: 200,
  failures: [400, 403, 404],
  hasTarget: true,
  params,
  body: WorkflowSync,
  response: Workflow,
});

/** Specification: Retrieve workflow step. An unknown step is a 400, an unknown workflow a 404. */
export const getWorkflowStep = operation({
  id: "getWorkflowStep",
  chapter,
  method: "GET",
  path: "/v2/workflows/:workflowId/steps/:stepId",
  summary: "Retrieve a workflow step",
  status: 200,
  failures: [400, 404],
  params: Type.Object({ workflowId, stepId: pathId("The step's identifier, internal id or slug.") }),
  response: WorkflowStep,
});

/** An unknown workflow or step is refused like in `getWorkflowStep`. */
export const previewStep = operation({
  id: "previewStep",
  chapter,
  method: "POST",
  path: "/v2/workflows/:workflowId/step/:stepId/preview",
  summary: "Preview a workflow step",
  description:
    "Renders a step with given or made-up values, and sends nothing. The limits of a run apply; `result.error` describes a text that exceeds them or cannot be rendered.",
  status: 201,
  failures: [400, 404, 503],
  takesNoKey: true,
  scope: "read",
  bodyLimit: "workflowBodyBytes",
  params: Type.Object({ workflowId, stepId: pathId("The step's identifier, internal id or slug.") }),
  body: StepPreviewInput,
  response: StepPreview,
});

export const WORKFLOW_OPERATIONS = [
  createWorkflow,
  listWorkflows,
  getWorkflow,
  updateWorkflow,
  patchWorkflow,
  deleteWorkflow,
  duplicateWorkflow,
  syncWorkflow,
  getWorkflowStep,
  previewStep,
  ...VERSION_OPERATIONS,
] as const;
