import { type Static, Type } from "typebox";
import { nullable, pathId, timestamp } from "./fields.ts";
import { operation } from "./operation.ts";
import { Workflow } from "./workflows.ts";

/** Earlier contents of a workflow: each change of the content is stored as a version, and no version ever changes. */

const chapter = "Workflows";
const path = "/v2/workflows/:workflowId/versions";
const workflowId = pathId("The workflow's identifier, internal id or slug.");
const params = Type.Object({
  workflowId,
  version: pathId("Number of the version. An unknown one is a 404."),
});

/** Query parameter of writes that replace the content of a workflow. */
export const ifVersion = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 2_147_483_647,
    description:
      "Write only if this is the current version; else 409, and nothing changes. The error has the current `version`.",
  }),
);

export const WorkflowVersion = Type.Object(
  {
    version: Type.Integer({ description: "1 at creation; incremented with each change of the content." }),
    isCurrent: Type.Boolean({ description: "A trigger starts this version." }),
    createdAt: timestamp("When this content was stored."),
    waitingNotifications: Type.Integer({
      description: "Notifications of this version that wait in a delay, a digest or for quiet hours to end.",
    }),
  },
  { title: "WorkflowVersion", description: "A version of a workflow, without its content." },
);
export type WorkflowVersion = Static<typeof WorkflowVersion>;

export const listWorkflowVersions = operation({
  id: "listWorkflowVersions",
  chapter,
  method: "GET",
  path,
  summary: "List the versions of a workflow",
  description: "The newest first.",
  status: 200,
  failures: [404],
  params: Type.Object({ workflowId }),
  query: Type.Object({
    after: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: "Cursor: the `next` of the previous page.",
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
  }),
  response: Type.Object({
    data: Type.Array(WorkflowVersion),
    next: nullable(Type.Integer(), "Cursor of the next page; null on the last page."),
    totalCount: Type.Integer(),
    waitingCapped: Type.Boolean({
      description:
        "True when more than 50,000 steps of the environment are due or wait: `waitingNotifications` may then be too low.",
    }),
  }),
});

export const getWorkflowVersion = operation({
  id: "getWorkflowVersion",
  chapter,
  method: "GET",
  path: `${path}/:version`,
  summary: "Retrieve a version of a workflow",
  description:
    "The workflow as this version defines it. `updatedAt` is when the version was stored; `active`, the identifiers and issues that depend on integrations are those of now.",
  status: 200,
  failures: [404],
  params,
  response: Workflow,
});

export const restoreWorkflowVersion = operation({
  id: "restoreWorkflowVersion",
  chapter,
  method: "POST",
  path: `${path}/:version/restore`,
  summary: "Restore a version of a workflow",
  description:
    "Stores the content of an earlier version as a new version. If the current version has the same content, nothing changes.",
  status: 200,
  failures: [400, 404, 409],
  params,
  query: Type.Object({ ifVersion }),
  response: Workflow,
});

export const VERSION_OPERATIONS = [listWorkflowVersions, getWorkflowVersion, restoreWorkflowVersion] as const;
