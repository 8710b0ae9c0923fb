import type { Queryable } from "../database/database.ts";
import type { StepId } from "../foundation/ids.ts";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import type { InspectTexts } from "../templates/inspect-texts.ts";
import { checkDraft, defineWorkflow, type WorkflowDraft } from "./define-workflow.ts";
import type { PayloadChecks } from "./payload-checks.ts";
import { readTemplates } from "./read-templates.ts";
import { reviewSteps } from "./review.ts";
import { needUsableSchema } from "./usable-schema.ts";
import type { Workflow, WorkflowReadings } from "./workflow.ts";

export type PrepareParts = {
  database: Queryable;
  integrations: IntegrationStore;
  inspectTexts: InspectTexts;
  payloadChecks: PayloadChecks;
};

/** The id of new steps in a definition that is only reviewed. */
const UNSTORED = "" as StepId;

/**
 * Does the slow and fallible work for a new version before a transaction begins and takes locks: checks the draft,
 * inspects its texts, and reviews it once, so that no version is stored that cannot be reviewed.
 * @param previous the current version; texts that it also has are not inspected again.
 * @returns the readings of the steps' texts.
 * @throws AppError if the draft is refused.
 */
export async function prepareVersion(
  { database, integrations, inspectTexts, payloadChecks }: PrepareParts,
  environmentId: string,
  draft: WorkflowDraft,
  previous?: Workflow,
): Promise<WorkflowReadings> {
  checkDraft(draft);
  await needUsableSchema(payloadChecks, environmentId, draft.payloadSchema);
  const definition = defineWorkflow(draft, previous?.definition, () => UNSTORED);
  const readings = await readTemplates(inspectTexts, environmentId, draft.steps, previous);
  reviewSteps(definition, readings, await integrations.list(database, environmentId));
  return readings;
}
