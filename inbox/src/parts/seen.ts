import type { NotificationList } from "../model/notification-list.ts";
import type { Item } from "./item.ts";

/** A notification that was visible for this time is seen. */
const SEEN_AFTER_MS = 1_000;

/** Reports the notifications that the reader has had in view. */
export function watchSeen(root: Element, list: NotificationList) {
  const visible = new Set<string>();
  const watched = new WeakSet<Element>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const { id = "" } = (target as HTMLElement).dataset;
        if (isIntersecting) visible.add(id);
        else visible.delete(id);
      }
      timer ??= setTimeout(report, SEEN_AFTER_MS);
    },
    { root, threshold: 0.5 },
  );
  const report = () => {
    timer = undefined;
    const ids = list.items.filter(({ id, isSeen }) => !isSeen && visible.has(id)).map(({ id }) => id);
    if (ids.length > 0) void list.markSeen(ids);
  };
  return {
    watch(items: Iterable<Item>): void {
      for (const { root: article } of items) {
        if (watched.has(article)) continue;
        watched.add(article);
        observer.observe(article);
      }
    },
    stop(): void {
      clearTimeout(timer);
      observer.disconnect();
    },
  };
}
