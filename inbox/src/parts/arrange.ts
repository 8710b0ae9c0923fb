import type { InboxNotification } from "../api/inbox-notification.ts";
import { focused, setAttributes } from "./dom.ts";
import type { Host } from "./host.ts";
import { createItem, type Item } from "./item.ts";

/**
 * Makes the articles of the feed those of the list. Articles that stay are not moved, what the reader sees keeps its
 * place, and the focus of a removed article goes to the next one.
 *
 * @returns whether a notification was added before the first one.
 */
export function arrange(host: Host, feed: HTMLElement, items: Map<string, Item>): boolean {
  const { items: wanted, hasMore } = host.inbox.list;
  const first = feed.firstElementChild;
  const lostFocus = removeOthers(feed, items, new Set(wanted.map(({ id }) => id)));
  const keepPlace = rememberPlace(feed);
  const firstKept = feed.firstElementChild;
  let next = firstKept;
  wanted.forEach((notification, index) => {
    const { root } = shownItem(host, items, notification);
    if (root === next) next = root.nextElementSibling;
    else feed.insertBefore(root, next);
    setAttributes(root, { "aria-posinset": index + 1, "aria-setsize": hasMore ? -1 : wanted.length });
  });
  keepPlace();
  const active = feed.querySelector<HTMLElement>("article[tabindex='0']") ?? feed.firstElementChild;
  if (active) makeReachable(feed, active);
  if (lostFocus !== undefined) focusAt(feed, lostFocus);
  return first !== null && firstKept !== null && feed.firstElementChild !== firstKept;
}

/** Only one article, and the buttons inside it, is a stop of the Tab key. */
export function makeReachable(feed: HTMLElement, active: Element): void {
  for (const article of feed.children) {
    const tabindex = article === active ? 0 : -1;
    setAttributes(article, { tabindex });
    for (const control of article.querySelectorAll("a, button:not([role])"))
      setAttributes(control, { tabindex });
  }
}

function shownItem(host: Host, items: Map<string, Item>, notification: InboxNotification): Item {
  const known = items.get(notification.id);
  if (!known) {
    const item = createItem(host, notification);
    items.set(notification.id, item);
    return item;
  }
  // Whether it was seen is not shown.
  const { isSeen } = notification;
  if (JSON.stringify({ ...known.notification, isSeen }) !== JSON.stringify(notification))
    known.update(notification);
  else known.notification = notification;
  return known;
}

/** @returns the place of a removed article that had the focus. */
function removeOthers(feed: HTMLElement, items: Map<string, Item>, ids: Set<string>): number | undefined {
  let place: number | undefined;
  [...feed.children].forEach((article, index) => {
    const id = (article as HTMLElement).dataset.id ?? "";
    if (ids.has(id)) return;
    if (article.contains(focused(article))) place = index;
    items.delete(id);
    article.remove();
  });
  return place;
}

function focusAt(feed: HTMLElement, place: number): void {
  const article = feed.children[Math.min(place, feed.children.length - 1)] as HTMLElement | undefined;
  (article ?? feed.parentElement)?.focus();
}

/** Keeps the first visible article where it is; browsers without scroll anchoring would move it. */
function rememberPlace(feed: HTMLElement): () => void {
  const scroll = feed.parentElement;
  const articles = [...feed.children] as HTMLElement[];
  const anchor = articles.find((one) => one.offsetTop + one.offsetHeight > (scroll?.scrollTop ?? 0));
  const before = anchor?.offsetTop ?? 0;
  return () => {
    if (scroll && anchor && scroll.scrollTop > 0) scroll.scrollTop += anchor.offsetTop - before;
  };
}
