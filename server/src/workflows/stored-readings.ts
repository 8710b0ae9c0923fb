import type { Queryable } from "../database/database.ts";
import type { WorkflowId } from "../foundation/ids.ts";
import type { Log } from "../foundation/log.ts";
import { MachineFailure } from "../sandbox/machine-failure.ts";
import type { InspectTexts } from "../templates/inspect-texts.ts";
import { readTemplates } from "./read-templates.ts";
import { saveReadings } from "./readings-store.ts";
import type { Workflow, WorkflowReadings } from "./workflow.ts";

type ReadingParts = { database: Queryable; inspectTexts: InspectTexts; log: Log };

/**
 * The readings of workflows, by workflow id. For versions that were stored without readings, the texts are inspected now and the
 * readings are stored. A workflow whose texts cannot be inspected is missing from the result.
 * @throws MachineFailure when the machine did not inspect them.
 */
export async function readingsOf(
  { database, inspectTexts, log }: ReadingParts,
  environmentId: string,
  workflows: readonly Workflow[],
): Promise<Map<WorkflowId, WorkflowReadings>> {
  const readings = new Map<WorkflowId, WorkflowReadings>();
  const fresh: { workflowId: WorkflowId; version: number; readings: WorkflowReadings }[] = [];
  for (const { id: workflowId, version, definition, readings: kept } of workflows) {
    try {
      const own = kept ?? (await readTemplates(inspectTexts, environmentId, definition.steps));
      readings.set(workflowId, own);
      if (!kept) fresh.push({ workflowId, version, readings: own });
    } catch (error) {
      if (error instanceof MachineFailure) throw error;
      log.error({ err: error, workflowId }, "could not inspect the texts of a workflow");
    }
  }
  if (fresh.length > 0) await saveReadings(database, environmentId, fresh);
  return readings;
}
