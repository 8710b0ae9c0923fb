import { useMatches } from "@tanstack/react-router";
import { changeSetting, useSettings } from "./settings.ts";

/** Whether the rail is folded: as the reader has left it, which is remembered for screens that need the width apart. */
export function useFoldedRail() {
  const { rail, railOfEditors } = useSettings();
  const needsWidth = useMatches({ select: (matches) => matches.at(-1)?.staticData.foldsRail === true });
  const isFolded = (needsWidth ? railOfEditors : rail) === "folded";
  const toggle = () => changeSetting(needsWidth ? "railOfEditors" : "rail", isFolded ? "wide" : "folded");
  return { isFolded, toggle };
}
