import type { JsonObject } from "../foundation/json.ts";

/** The payload as records show it: without the bytes of its attachments, which only the provider is handed. */
export function shownPayload(payload: JsonObject): JsonObject {
  if (payload.attachments === undefined) return payload;
  const { attachments: _, ...shown } = payload;
  return shown;
}
