import type { Queryable } from "../database/database.ts";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import type { InspectTexts } from "../templates/inspect-texts.ts";
import { checkDraft, defineWorkflow, type WorkflowDraft } from "./define-workflow.ts";
import type { PayloadChecks } from "./payload-checks.ts";
import { readTemplates } from "./read-templates.ts";
import { reviewSteps } from "./review.ts";
import { needUsableSchema } from "./usable-schema.ts";
import type { Workflow, WorkflowReadings } from "./workflow.ts";

type PrepareParts = {
  database: Queryable;
  integrations: IntegrationStore;
  inspectTexts: InspectTexts;
  payloadChecks: PayloadChecks;
};

/**
 * Does everything about a new version that takes time or can fail, before a transaction opens and takes locks: checks
 * the draft, reads its texts, and reviews it once, so that no version is stored that cannot be reviewed afterwards.
 * @param previous the version it will follow; texts that it has too are not inspected again.
 * @returns what the texts of its steps say.
 * @throws AppError when the draft is refused.
 */
export async function prepareVersion(
  { database, integrations, inspectTexts, payloadChecks }: PrepareParts,
  environmentId: string,
  draft: WorkflowDraft,
  previous?: Workflow,
): Promise<WorkflowReadings> {
  checkDraft(draft);
  await needUsableSchema(payloadChecks, environmentId, draft.payloadSchema);
  const definition = defineWorkflow(draft, previous?.definition, () => "");
  const readings = await readTemplates(inspectTexts, environmentId, draft.steps, previous);
  reviewSteps(definition, readings, await integrations.list(database, environmentId));
  return readings;
}
