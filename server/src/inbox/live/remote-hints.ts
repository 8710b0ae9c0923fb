import type { SubscriberId } from "../../foundation/ids.ts";
import type { InboxHint } from "../inbox-hints.ts";

/** A hint with its environment. */
export type OwnedHint = InboxHint & { environmentId: string };

/** PostgreSQL refuses a payload of 8,000 bytes. */
const MAX_BYTES = 7_900;

/** Hints as payloads of notifications. Ids are hexadecimal, so their length is their number of bytes. */
export function hintPayloads(processId: number, hints: readonly OwnedHint[]): string[] {
  const payloads: string[] = [];
  let payload = String(processId);
  for (const { environmentId, subscriberId, messageId = "" } of hints) {
    const part = ` ${environmentId},${subscriberId},${messageId}`;
    if (payload.length + part.length > MAX_BYTES) {
      payloads.push(payload);
      payload = String(processId);
    }
    payload += part;
  }
  return [...payloads, payload];
}

export type Received = { processId: number; hints: OwnedHint[] };

/** Undefined for a payload of another version. */
export function readPayload(payload: string): Received | undefined {
  const [first = "", ...parts] = payload.split(" ");
  const processId = Number(first);
  if (!Number.isInteger(processId)) return undefined;
  const hints = parts.flatMap((part): OwnedHint[] => {
    const [environmentId = "", subscriberId = "", messageId = ""] = part.split(",");
    if (!environmentId || !subscriberId) return [];
    const owner = { environmentId, subscriberId: subscriberId as SubscriberId };
    return [messageId ? { ...owner, messageId } : owner];
  });
  return { processId, hints };
}
