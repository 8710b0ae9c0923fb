import { type AnyOperation, LIMITS, type Limits } from "@tidings/contract";
import type { Settings } from "../foundation/settings.ts";

type LimitSettings = Pick<
  Settings,
  "maxPayloadBytes" | "maxOverridesBytes" | "maxDataBytes" | "maxBodyBytes" | "maxBulkBodyBytes"
>;

/** Room in a body beside its largest value: names, recipients, white space. */
const ROOM_BYTES = 64 * 1024;

/** The limits in force. The body limit always has room for the largest payload, overrides or data. */
export function effectiveLimits(settings: LimitSettings): Limits {
  const { maxPayloadBytes, maxOverridesBytes, maxDataBytes, maxBodyBytes, maxBulkBodyBytes } = settings;
  const largest = Math.max(maxPayloadBytes, maxOverridesBytes, maxDataBytes);
  const bodyBytes = Math.max(maxBodyBytes, largest + ROOM_BYTES);
  return {
    ...LIMITS,
    payloadBytes: maxPayloadBytes,
    overridesBytes: maxOverridesBytes,
    dataBytes: maxDataBytes,
    bodyBytes,
    bulkBodyBytes: Math.max(maxBulkBodyBytes, bodyBytes),
    workflowBodyBytes: Math.max(LIMITS.workflowBodyBytes, bodyBytes),
  };
}

/** The body limit of an operation, in bytes as sent. */
export function bodyLimitBytes({ bodyLimit = "bodyBytes" }: AnyOperation, limits: Limits): number {
  return limits[bodyLimit];
}
