import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** Screens are loaded on demand: their heading may come a little later. */
const FRAMES = 120;

/** After navigation to another screen, its `h1` takes the focus, unless the reader has put it somewhere else. */
export function useFocusHeading(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onResolved", ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) focusSoon(document.activeElement, FRAMES);
      }),
    [router],
  );
}

function focusSoon(before: Element | null, frames: number): void {
  const { activeElement } = document;
  if (activeElement !== before && activeElement !== document.body) return;
  // A reader who opened a dialog while the screen was being loaded, such as the palette, types into it.
  if (activeElement?.closest("[role=dialog]")) return;
  const heading = document.querySelector<HTMLElement>("main h1");
  if (heading) heading.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusSoon(before, frames - 1));
}
