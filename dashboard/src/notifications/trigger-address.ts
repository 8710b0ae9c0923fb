import type { Notification } from "@tidings/contract";
import type { ScreenAddress } from "./screen-link.tsx";

/** A longer payload does not fit into an address. */
const PAYLOAD_MAX = 1_500;

/** `hasPayload` is false if the payloads differ, are not known or do not fit. */
export type TriggerAgain = ScreenAddress & { readonly hasPayload: boolean };

/** The screen that triggers the workflow of these notifications for their subscribers again, with their payload. */
export function triggerAddress(notifications: readonly Notification[]): TriggerAgain | undefined {
  const workflowId = notifications[0]?.template?.triggers[0]?.identifier;
  const to = [...new Set(notifications.flatMap(({ subscriber }) => subscriber?.subscriberId ?? []))];
  if (workflowId === undefined || to.length === 0) return undefined;
  const [text = "", ...others] = new Set(notifications.map(({ payload }) => JSON.stringify(payload) ?? ""));
  const hasPayload = text !== "" && others.length === 0 && text.length <= PAYLOAD_MAX;
  const path = `workflows/${encodeURIComponent(workflowId)}/trigger`;
  return { path, search: { to: to.join(","), ...(hasPayload ? { payload: text } : {}) }, hasPayload };
}
