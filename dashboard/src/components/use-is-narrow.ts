import { useSyncExternalStore } from "react";

/** The same width as in the style sheets of screens with two columns. */
const QUERY = "(max-width: 900px)";

/** Whether the page has one column. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(QUERY);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(QUERY).matches,
  );
}
