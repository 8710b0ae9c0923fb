import {
  getWorkflowVersion as get,
  listWorkflowVersions as list,
  restoreWorkflowVersion as restore,
} from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { needWorkflow } from "../change-workflow.ts";
import { needVersion } from "../need-version.ts";
import { restoreVersion } from "../restore-version.ts";
import { reviewWorkflow } from "../review.ts";
import { countVersions, countWaiting, listVersions } from "../version-list-store.ts";
import { toWorkflow } from "./workflow-wire.ts";

const PAGE_SIZE = 10;

export const listWorkflowVersions = endpoint(list, async ({ database, environment, params, query }) => {
  const { after, limit = PAGE_SIZE } = query;
  const workflow = await needWorkflow(database, environment.id, params.workflowId);
  const found = await listVersions(database, environment.id, workflow.id, { after, limit: limit + 1 });
  const totalCount = await countVersions(database, environment.id, workflow.id);
  const waiting = await countWaiting(database, environment.id, workflow.id);
  const page = found.slice(0, limit);
  return {
    data: page.map(({ version, createdAt }) => ({
      version,
      isCurrent: version === workflow.version,
      createdAt: createdAt.toISOString(),
      waitingNotifications: waiting.byVersion.get(version) ?? 0,
    })),
    next: found.length > limit ? (page.at(-1)?.version ?? null) : null,
    totalCount,
    waitingCapped: waiting.isCapped,
  };
});

export const getWorkflowVersion = (api: Api) =>
  endpoint(get, async ({ database, environment, params }) => {
    const workflow = await needWorkflow(database, environment.id, params.workflowId);
    const version = await needVersion(database, environment.id, workflow, params.version);
    return toWorkflow(await reviewWorkflow({ ...api, database }, environment.id, version), api.brand);
  });

export const restoreWorkflowVersion = (api: Api) =>
  endpoint(restore, async ({ database, environment, params, query }) => {
    const parts = { ...api, database };
    const { workflowId: workflowName, version } = params;
    const { ifVersion } = query;
    const restored = await restoreVersion(parts, environment.id, { workflowName, version, ifVersion });
    return toWorkflow(await reviewWorkflow(parts, environment.id, restored), api.brand);
  });
