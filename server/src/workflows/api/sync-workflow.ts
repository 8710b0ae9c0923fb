import { syncWorkflow as operation } from "@tidings/contract";
import type { Environment } from "../../environments/environment.ts";
import { findEnvironment } from "../../environments/environment-store.ts";
import { AppError } from "../../foundation/app-error.ts";
import { type Api, type Call, endpoint } from "../../http/endpoint.ts";
import { targetRefused } from "../../http/target-environment.ts";
import { needWorkflow } from "../change-workflow.ts";
import { reviewWorkflow } from "../review.ts";
import { syncInto } from "../sync-workflow.ts";
import { toWorkflow } from "./workflow-wire.ts";

export const syncWorkflow = (api: Api) =>
  endpoint(operation, async (call) => {
    const { database, databaseOf, environment, params } = call;
    if (api.workflowSync === "off") throw new AppError("forbidden", SWITCHED_OFF);
    const workflow = await needWorkflow(database, environment.id, params.workflowId);
    const target = await needTarget(call, api);
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
 * The environment that is written: one that the request has a principal of, or, if the operator allows it, one of the
 * organization that is not protected.
 * @throws AppError bad_request for the caller's own environment; forbidden without a principal; not_found if it belongs to
 * another organization.
 */
async function needTarget(
  call: Call<typeof operation>,
  api: Pick<Api, "workflowSync">,
): Promise<Environment> {
  const { environment, targetOf, body } = call;
  const facts = { targetEnvironmentId: body.targetEnvironmentId };
  const id = body.targetEnvironmentId.toLowerCase();
  if (id === environment.id) {
    const message = "targetEnvironmentId is the environment of this API key; name another one";
    throw new AppError("bad_request", message, { facts });
  }
  const target = targetOf(id) ?? (await openToKeys(call, api));
  if (target?.organizationId === environment.organizationId) return target;
  throw new AppError("not_found", "Environment cannot be found", { facts });
}

/** @throws AppError forbidden unless the operator lets every API key of the organization write there. */
async function openToKeys(
  { databaseOf, environment, body: { targetEnvironmentId } }: Call<typeof operation>,
  { workflowSync }: Pick<Api, "workflowSync">,
): Promise<Environment | undefined> {
  if (workflowSync !== "organization") throw targetRefused(targetEnvironmentId, OPERATORS_CHOICE);
  const id = targetEnvironmentId.toLowerCase();
  const target = await findEnvironment(databaseOf(id), id);
  const isOurs = target?.organizationId === environment.organizationId;
  if (isOurs && target?.isProtected) throw targetRefused(targetEnvironmentId);
  return target;
}

const OPERATORS_CHOICE =
  ". With TIDINGS_WORKFLOW_SYNC=organization, the operator lets every API key copy into environments that are not protected";
