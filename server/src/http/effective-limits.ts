import { type AnyOperation, LIMITS, type Limits } from "@tidings/contract";
import type { Settings } from "../foundation/settings.ts";

type LimitSettings = Pick<
  Settings,
  "maxPayloadBytes" | "maxOverridesBytes" | "maxDataBytes" | "maxBodyBytes" | "maxBulkBodyBytes"
>;

/** What a body needs beside its largest value: names, recipients, white space. */
const ROOM_BYTES = 64 * 1024;

/** The limits of this service. A body has room for the largest payload, overrides or data, whatever its own setting says. */
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

/** How large a body of an operation may be, in bytes as they are sent. */
export function bodyLimitBytes({ bodyLimit = "bodyBytes" }: AnyOperation, limits: Limits): number {
  return limits[bodyLimit];
}
