/** The name of a workflow's draft in the browser's storage. */
export const draftName = (environmentId: string, workflowId: string): string =>
  `workflow-draft:${environmentId}:${workflowId}`;
