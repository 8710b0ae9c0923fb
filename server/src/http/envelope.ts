import type { Settings } from "../foundation/settings.ts";

/** The brand whose clients expect the envelope. */
const BRAND_WITH_ENVELOPE = "novu";

/** Whether responses with a single record are wrapped as `{"data": …}`. */
export function usesEnvelope({ envelope, brand }: Pick<Settings, "envelope" | "brand">): boolean {
  return envelope === "auto" ? brand === BRAND_WITH_ENVELOPE : envelope === "on";
}
