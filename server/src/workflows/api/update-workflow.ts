import { updateWorkflow as operation } from "@tidings/contract";
import { changeVersions } from "../../delivery/migrate-runs/migrate-runs.ts";
import { newId } from "../../foundation/id.ts";
import type { StepId } from "../../foundation/ids.ts";
import { type Api, type Call, endpoint } from "../../http/endpoint.ts";
import { changeWorkflow, needWorkflow } from "../change-workflow.ts";
import { defineWorkflow } from "../define-workflow.ts";
import { draftWorkflow } from "../draft-workflow.ts";
import { refuseOtherVersion } from "../need-version.ts";
import { prepareVersion } from "../prepare-version.ts";
import { reviewWorkflow } from "../review.ts";
import type { Workflow } from "../workflow.ts";
import { withStoredForms } from "./stored-forms.ts";
import { fromReplacement, toWorkflow } from "./workflow-wire.ts";

export const updateWorkflow = (api: Api) =>
  endpoint(operation, async (call) => {
    const { database, environment, params, query } = call;
    const previous = await needWorkflow(database, environment.id, params.workflowId);
    refuseOtherVersion(previous, query.ifVersion);
    const workflow = await (query.dryRun ? drafted : replaced)(api, call, previous);
    return toWorkflow(await reviewWorkflow({ ...api, database }, environment.id, workflow), api.brand);
  });

type UpdateCall = Call<typeof operation>;

/** The workflow as it would be stored. */
function drafted(
  api: Api,
  { database, environment, body }: UpdateCall,
  previous: Workflow,
): Promise<Workflow> {
  const { workflowKey } = previous;
  const requested = {
    draft: withStoredForms(fromReplacement(body), previous.definition),
    isActive: body.active,
  };
  const drafting = { ...requested, workflowKey, previous, now: api.clock.now() };
  return draftWorkflow({ ...api, database }, environment.id, drafting);
}

/**
 * Replaces the workflow's definition. Its key and origin stay, and it stays active or inactive unless `active` is
 * given. `ifVersion` is compared before the slow work, and again under the lock. Started runs keep their version; with
 * `migrate`, runs that wait change to the new one.
 */
async function replaced(
  api: Api,
  { database, environment, params, query, body }: UpdateCall,
  previous: Workflow,
): Promise<Workflow> {
  const draft = fromReplacement(body);
  const makeId = () => newId<StepId>(api.clock.now().getTime());
  const readings = await prepareVersion({ ...api, database }, environment.id, draft, previous);
  const workflow = await changeWorkflow(database, environment.id, params.workflowId, (current) => {
    refuseOtherVersion(current, query.ifVersion);
    const unchanged = withStoredForms(draft, current.definition);
    const definition = defineWorkflow(unchanged, current.definition, makeId);
    return { definition, readings, ...(body.active === undefined ? {} : { isActive: body.active }) };
  });
  if (query.migrate) await changeVersions({ ...api, database }, environment.id, workflow);
  return workflow;
}
