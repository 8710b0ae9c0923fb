import { syncWorkflow as operation } from "@tidings/contract";
import type { Environment } from "../../environments/environment.ts";
import { findEnvironment } from "../../environments/environment-store.ts";
import { AppError } from "../../foundation/app-error.ts";
import { type Api, type Call, endpoint } from "../../http/endpoint.ts";
import { needWorkflow } from "../change-workflow.ts";
import { reviewWorkflow } from "../review.ts";
import { syncInto } from "../sync-workflow.ts";
import { toWorkflow } from "./workflow-wire.ts";

export const syncWorkflow = (api: Api) =>
  endpoint(operation, async ({ database, databaseOf, environment, params, body }) => {
    if (!api.syncsWorkflows) throw new AppError("forbidden", SWITCHED_OFF);
    const workflow = await needWorkflow(database, environment.id, params.workflowId);
    const target = await needTarget({ databaseOf, environment }, body.targetEnvironmentId);
    const theirs = databaseOf(target.id);
    const synced = await syncInto(
      api,
      { workflow, environmentId: environment.id },
      { ...target, database: theirs },
    );
    return toWorkflow(await reviewWorkflow({ ...api, database: theirs }, target.id, synced), api.brand);
  });

const SWITCHED_OFF =
  "The operator has disabled copying workflows between environments: TIDINGS_WORKFLOW_SYNC is off";

/**
 * @throws AppError bad_request for the key's own environment; not_found if it does not exist or belongs to another
 * organization.
 */
async function needTarget(
  { databaseOf, environment }: Pick<Call<typeof operation>, "databaseOf" | "environment">,
  targetEnvironmentId: string,
): Promise<Environment> {
  const id = targetEnvironmentId.toLowerCase();
  if (id === environment.id) {
    const message = "targetEnvironmentId is the environment of this API key; name another one";
    throw new AppError("bad_request", message, { facts: { targetEnvironmentId } });
  }
  const target = await findEnvironment(databaseOf(id), id);
  if (target?.organizationId === environment.organizationId) return target;
  throw new AppError("not_found", "Environment cannot be found", { facts: { targetEnvironmentId } });
}
