import type { Explanation } from "@tidings/contract";
import { useRead } from "../app/read.ts";

/** The first workflows of the environment, by name of the list's own order. */
export const useWorkflows = (limit: number) =>
  useRead(["workflows", "would-get", limit], (client) => client.workflows.list({ limit }), {
    keepsPrevious: true,
  });

export type WouldGet = {
  readonly explanation: Explanation;
  /** With which the workflow was tried. */
  readonly payload: Readonly<Record<string, unknown>> | undefined;
};

/** What a trigger of the workflow with its example payload would do now. */
export function useWouldGet(workflowId: string, subscriberId: string) {
  return useRead<WouldGet>(["would-get", workflowId, subscriberId], async (client) => {
    const { payloadExample } = await client.workflows.get(workflowId);
    const payload = payloadExample as WouldGet["payload"];
    const explanation = await client.events.explain({
      name: workflowId,
      to: subscriberId,
      payload: payload ?? {},
    });
    return { explanation, payload };
  });
}
