import type { TestEnvironment } from "./test-environment.ts";

/** Creates a workflow with these steps; its name is its identifier. */
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

/** A step of any type. */
export const step = (type: string, stepId: string, controlValues: object) => ({
  name: stepId,
  stepId,
  type,
  controlValues,
});
export const delay = (controlValues: object, stepId = "wait") => step("delay", stepId, controlValues);
export const digest = (controlValues: object, stepId = "collect") => step("digest", stepId, controlValues);
export const throttle = (controlValues: object, stepId = "throttle") =>
  step("throttle", stepId, controlValues);
/** A duration as control values. */
export const lasting = (amount: number, unit: string) => ({ amount, unit });

/** The sentences of a job's execution details. */
export const detailsOf = (job: any): string[] => job.executionDetails.map((detail: any) => detail.detail);

/** The statuses of a notification's jobs, in order. */
export const statusesOf = (notification: any): string[] => notification.jobs.map((job: any) => job.status);
