/** Scrolls the box around an element, and nothing else, so that what the selector names within it is in view. */
export function revealIn(within: HTMLElement | null, selector: string): void {
  const wanted = within?.querySelector(selector);
  const scroller = wanted && scrollerOf(wanted.parentElement);
  if (!wanted || !scroller) return;
  const [box, own] = [scroller.getBoundingClientRect(), wanted.getBoundingClientRect()];
  const bottom = Math.min(box.bottom, innerHeight);
  if (own.top < box.top || own.bottom > bottom) scroller.scrollTop += own.top - box.top - MARGIN;
}

const MARGIN = 16;

function scrollerOf(element: Element | null): Element | undefined {
  if (!element || element === document.documentElement || element === document.body) return undefined;
  const isScroller =
    element.scrollHeight > element.clientHeight && getComputedStyle(element).overflowY === "auto";
  return isScroller ? element : scrollerOf(element.parentElement);
}
