import type { Transactional } from "../database/database.ts";
import { changeWorkflow, needWorkflow } from "./change-workflow.ts";
import { draftOf } from "./draft-of.ts";
import { needVersion, refuseOtherVersion } from "./need-version.ts";
import { type PrepareParts, prepareVersion } from "./prepare-version.ts";
import type { Workflow } from "./workflow.ts";

type Restoring = { workflowName: string; version: string; ifVersion: number | undefined };

/**
 * Stores the content of an earlier version as a new version; the steps keep their ids.
 * @throws AppError not_found without such a version; conflict if `ifVersion` is not the current one; bad_request or
 * invalid if the content was stored under older rules and is refused now.
 */
export async function restoreVersion(
  parts: PrepareParts & { database: Transactional },
  environmentId: string,
  { workflowName, version, ifVersion }: Restoring,
): Promise<Workflow> {
  const { database } = parts;
  const workflow = await needWorkflow(database, environmentId, workflowName);
  refuseOtherVersion(workflow, ifVersion);
  const earlier = await needVersion(database, environmentId, workflow, version);
  const readings = await prepareVersion(parts, environmentId, draftOf(earlier.definition), earlier);
  return changeWorkflow(database, environmentId, workflow.id, (current) => {
    refuseOtherVersion(current, ifVersion);
    return { definition: earlier.definition, readings };
  });
}
