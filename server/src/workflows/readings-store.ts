import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { WorkflowReadings } from "./workflow.ts";
import type { VersionKey } from "./workflow-store.ts";

type ReadVersion = VersionKey & { readings: WorkflowReadings };

/** Adds the readings to versions that were stored without them. */
export async function saveReadings(
  database: Queryable,
  environmentId: string,
  read: readonly ReadVersion[],
): Promise<void> {
  await database.query(sql`
    update workflow_versions v set readings = x.readings
    from json_to_recordset(${JSON.stringify(read)}) as x("workflowId" text, version integer, readings json)
    where v.environment_id = ${environmentId} and v.workflow_id = x."workflowId" and v.version = x.version
      and v.readings is null`);
}

/** Stores other readings with a version of a locked workflow. */
export async function replaceReadings(
  tx: Queryable,
  environmentId: string,
  { workflowId, version, readings }: ReadVersion,
): Promise<void> {
  await tx.query(sql`
    update workflow_versions set readings = ${JSON.stringify(readings)}
    where environment_id = ${environmentId} and workflow_id = ${workflowId} and version = ${version}`);
}
