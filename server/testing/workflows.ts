import type { TestEnvironment } from "./test-environment.ts";

/** Makes a workflow of these steps, named by its identifier. */
export async function makeWorkflow(
  environment: TestEnvironment,
  workflowId: string,
  steps: object[],
  more: object = {},
): Promise<any> {
  const body = { name: workflowId, workflowId, steps, __source: "test", ...more };
  const answer = await environment.post("/v2/workflows", body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

export const inbox = (body: string, more: object = {}) => ({
  name: "Inbox",
  stepId: "inbox",
  type: "in_app",
  controlValues: { subject: "News", body, ...more },
});

export const email = (body: string, more: object = {}) => ({
  name: "Mail",
  stepId: "mail",
  type: "email",
  controlValues: { subject: "News", body, ...more },
});

/** The sentences of a job's execution details. */
export const detailsOf = (job: any): string[] => job.executionDetails.map((detail: any) => detail.detail);

/** The statuses of a notification's jobs, in order. */
export const statusesOf = (notification: any): string[] => notification.jobs.map((job: any) => job.status);
