import type { Notification } from "@tidings/contract";
import type { ScreenAddress } from "./screen-link.tsx";

/** A longer payload does not fit into an address. */
const PAYLOAD_MAX = 1_500;

/** The screen that triggers the workflow of a notification for its subscriber again, with its payload. */
export function triggerAddress({ template, subscriber, payload }: Notification): ScreenAddress | undefined {
  const workflowId = template?.triggers[0]?.identifier;
  if (workflowId === undefined || !subscriber) return undefined;
  const text = JSON.stringify(payload ?? {});
  const given = text !== "{}" && text.length <= PAYLOAD_MAX ? { payload: text } : {};
  const path = `workflows/${encodeURIComponent(workflowId)}/trigger`;
  return { path, search: { to: subscriber.subscriberId, ...given } };
}
