import type { Notification } from "@tidings/contract";

/** A longer payload does not fit into an address. */
const PAYLOAD_MAX = 1_500;

/** The screen that triggers the workflow of a notification for its subscriber again, with its payload. */
export function triggerPath({ template, subscriber, payload }: Notification): string | undefined {
  const workflowId = template?.triggers[0]?.identifier;
  if (workflowId === undefined || !subscriber) return undefined;
  const search = new URLSearchParams({ to: subscriber.subscriberId });
  const text = JSON.stringify(payload ?? {});
  if (text !== "{}" && text.length <= PAYLOAD_MAX) search.set("payload", text);
  return `workflows/${encodeURIComponent(workflowId)}/trigger?${search}`;
}
