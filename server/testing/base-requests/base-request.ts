import type { World } from "../seeded-world.ts";
import { workflowBody } from "../world-bodies.ts";

/** A request of one operation that succeeds. */
export type BaseRequest = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
};

/** Requests of operations, by id; `n` makes values unique that must differ between requests. */
export type BaseRequests = Readonly<Record<string, (world: World, n: number) => BaseRequest>>;

export const first = (ids: readonly string[]): string => ids[0] ?? "";
export const dataOf = (canary: string) => JSON.stringify({ canary });
export const subscriptionPreferences = (workflow: string, canary: string) => [
  workflow,
  { workflowId: "collect", enabled: true, condition: { "==": [{ var: "payload.text" }, canary] } },
  { filter: { workflowIds: [workflow], tags: ["nothing"] }, enabled: false },
];

/** A workflow with a step of every type. */
export function everyStep(canary: string) {
  const { workflowId: _, steps, ...workflow } = workflowBody("w1", canary);
  const text = `{{payload.text | upcase}} ${canary}`;
  const more = [
    { name: "Sms", type: "sms", stepId: "sms", controlValues: { body: text } },
    { name: "Chat", type: "chat", stepId: "chat", controlValues: { body: text } },
    { name: "Push", type: "push", stepId: "push", controlValues: { subject: text, body: text } },
    { name: "Wait", type: "delay", stepId: "wait", controlValues: { amount: 1, unit: "seconds" } },
    {
      name: "Collect",
      type: "digest",
      stepId: "collect",
      controlValues: { amount: 1, unit: "seconds", digestKey: "payload.key" },
    },
  ];
  return { ...workflow, active: false, steps: [...steps, ...more] };
}
