import { createClient } from "@tidings/client";
import type { Request } from "./http-connection.ts";
import type { Target } from "./load.ts";

/** The workflow of most measurements, and its triggers. */

const SUBSCRIBERS = 2_000;

const TEXTS = { subject: "Hello {{subscriber.subscriberId}}", body: "{{payload.text}}" };

/**
 * Creates the workflow "bench", one step in the inbox with two rendered texts, unless the environment has it; for e-mails,
 * "bench-email".
 */
export async function createBenchWorkflow(
  target: Target,
  type: "in_app" | "email" = "in_app",
): Promise<void> {
  const client = createClient(target);
  const workflowId = type === "in_app" ? "bench" : `bench-${type}`;
  const { workflows } = await client.workflows.list({ limit: 100 });
  if (workflows.some((one) => one.workflowId === workflowId)) return;
  await client.workflows.create({
    name: workflowId,
    workflowId,
    __source: "bench",
    steps: [{ name: "step", type, controlValues: TEXTS }],
  });
}

/** The trigger of "bench" with this number, to one of 2,000 subscribers. */
export function benchEvent(index: number, text = `text ${index}`) {
  return { name: "bench", to: subscriberAt(index), payload: { text, order: { id: index } } };
}

export function subscriberAt(index: number): string {
  return `s${index % SUBSCRIBERS}`;
}

export function triggerRequest(event: object): Request {
  return { path: "/v1/events/trigger", body: JSON.stringify(event) };
}
