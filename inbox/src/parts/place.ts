const GAP_PX = 6;
const MARGIN_PX = 8;
/** Below this height, the side with more space is taken. */
const LOW_PX = 320;

/** Places a popover under the element, or above it, inside the window. */
export function placeAt(popover: HTMLElement, anchor: Element): void {
  const { top, bottom, left, right } = anchor.getBoundingClientRect();
  const [width, height] = [document.documentElement.clientWidth, innerHeight];
  const below = height - bottom - GAP_PX - MARGIN_PX;
  const above = top - GAP_PX - MARGIN_PX;
  const isAbove = below < Math.min(LOW_PX, popover.scrollHeight) && above > below;
  // The right edges are aligned, or else the left ones.
  const [toLeft, farthest] = [right - popover.offsetWidth, width - popover.offsetWidth - MARGIN_PX];
  const start = toLeft < MARGIN_PX ? Math.max(MARGIN_PX, Math.min(left, farthest)) : toLeft;
  const style: Record<string, string> = {
    "--left": `${start}px`,
    "--top": isAbove ? "auto" : `${bottom + GAP_PX}px`,
    "--bottom": isAbove ? `${height - top + GAP_PX}px` : "auto",
    "--space": `${Math.max(isAbove ? above : below, 0)}px`,
  };
  for (const [name, value] of Object.entries(style)) popover.style.setProperty(name, value);
}

/** Shows or hides a popover; in browsers without popovers, the attribute `data-open` alone decides. */
export function setShown(popover: HTMLElement, isShown: boolean): void {
  if (popover.hasAttribute("data-open") === isShown) return;
  popover.toggleAttribute("data-open", isShown);
  if (!popover.isConnected) return;
  if (isShown) popover.showPopover?.();
  else popover.hidePopover?.();
}
