import { updateWorkflow as operation } from "@tidings/contract";
import { changeVersions } from "../../delivery/migrate-runs/migrate-runs.ts";
import { newId } from "../../foundation/id.ts";
import type { StepId } from "../../foundation/ids.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { changeWorkflow, needWorkflow } from "../change-workflow.ts";
import { defineWorkflow } from "../define-workflow.ts";
import { refuseOtherVersion } from "../need-version.ts";
import { prepareVersion } from "../prepare-version.ts";
import { reviewWorkflow } from "../review.ts";
import { fromReplacement, toWorkflow } from "./workflow-wire.ts";

/**
 * Replaces the workflow's definition. Its key and origin stay, and it stays active or inactive unless `active` is
 * given. With `ifVersion`, only that version is replaced: it is compared before the slow work, and again under the lock.
 * Started runs keep their version; with `migrate`, runs that wait change to the new one.
 */
export const updateWorkflow = (api: Api) =>
  endpoint(operation, async ({ database, environment, params, query, body }) => {
    const draft = fromReplacement(body);
    const makeId = () => newId<StepId>(api.clock.now().getTime());
    const previous = await needWorkflow(database, environment.id, params.workflowId);
    refuseOtherVersion(previous, query.ifVersion);
    const readings = await prepareVersion({ ...api, database }, environment.id, draft, previous);
    const workflow = await changeWorkflow(database, environment.id, params.workflowId, (current) => {
      refuseOtherVersion(current, query.ifVersion);
      const definition = defineWorkflow(draft, current.definition, makeId);
      return { definition, readings, ...(body.active === undefined ? {} : { isActive: body.active }) };
    });
    if (query.migrate) await changeVersions({ ...api, database }, environment.id, workflow);
    return toWorkflow(await reviewWorkflow({ ...api, database }, environment.id, workflow), api.brand);
  });
