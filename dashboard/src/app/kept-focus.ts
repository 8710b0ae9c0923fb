import { useEffect } from "react";

/** Components put the focus back themselves first. */
const AFTER_MS = 80;
const FOCUSABLE = "a[href], :is(button, input, select, textarea):enabled, [tabindex]:not(:disabled)";

/**
 * When the element that has the focus disappears (its row was deleted) or is disabled (there is no older page), the focus
 * goes to what is near it, or else to the heading: it is never lost.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let around: Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent): void => {
      around = [];
      for (let one = target as Element | null; one && one !== document.body; one = one.parentElement)
        around.push(one);
    };
    const repair = (): void => {
      timer = undefined;
      if (document.activeElement === document.body && isLost(around[0]))
        placeNear(around)?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (isLost(around[0])) timer ??= setTimeout(repair, AFTER_MS);
    });
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled"] });
    document.addEventListener("focusin", remember);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener("focusin", remember);
    };
  }, []);
}

/** Gone, or disabled: then a browser takes the focus away. */
const isLost = (one: Element | undefined): boolean =>
  one !== undefined && (!one.isConnected || one.matches(":disabled"));

/** What is nearest in the content of the page, or its heading. */
function placeNear(around: readonly Element[]): HTMLElement | null {
  const connected = around.filter((one) => one.isConnected && one.closest("main, [role=dialog]"));
  for (const one of connected) {
    if (one.id === "content") break;
    const place = one.matches(FOCUSABLE) ? one : one.querySelector(FOCUSABLE);
    if (place) return place as HTMLElement;
  }
  return document.querySelector<HTMLElement>("main h1");
}
