import type { JsonObject } from "../foundation/json.ts";

/** The payload without its attachments, which only providers receive. */
export function shownPayload(payload: JsonObject): JsonObject {
  if (payload.attachments === undefined) return payload;
  const { attachments: _, ...shown } = payload;
  return shown;
}
