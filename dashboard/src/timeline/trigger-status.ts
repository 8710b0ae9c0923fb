/** Why a trigger starts nothing, by its status. */
const STATUSES: Readonly<Record<string, string>> = {
  trigger_not_active: "The workflow is switched off, so nothing starts.",
  no_workflow_steps_defined: "The workflow has no steps, so nothing starts.",
  no_workflow_active_steps_defined: "All steps of the workflow are switched off, so nothing starts.",
  no_tenant_found: "The tenant does not exist, so nothing starts.",
  repeated: "This transaction id was triggered already, so nothing starts a second time.",
  invalid_recipients: "The recipients are not valid, so nothing starts.",
};

export const statusSentence = (status: string): string =>
  STATUSES[status] ?? `The service answered ${status}.`;
