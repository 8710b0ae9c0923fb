import type { Settings } from "../foundation/settings.ts";

/** The brand whose clients expect it. */
const BRAND_WITH_ENVELOPE = "novu";

/** Whether this installation answers single records as `{"data": …}`. */
export function usesEnvelope({ envelope, brand }: Pick<Settings, "envelope" | "brand">): boolean {
  return envelope === "auto" ? brand === BRAND_WITH_ENVELOPE : envelope === "on";
}
