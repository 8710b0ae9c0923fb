import type { Texts } from "../content/texts.ts";
import type { NotificationList } from "../model/notification-list.ts";
import { arrange, makeReachable } from "./arrange.ts";
import { button } from "./button.ts";
import { element, movedIndex, setAttributes, setText } from "./dom.ts";
import type { Host, Part } from "./host.ts";
import type { Item } from "./item.ts";
import { createNotice } from "./notice.ts";
import { watchSeen } from "./seen.ts";

const TICK_MS = 30_000;
/** The next page is read when the end of the list is this near. */
const AHEAD = "100px";
const TOP_PX = 8;

export type ListPart = Part & { stop(): void };

/** The notifications as a feed (https://www.w3.org/WAI/ARIA/apg/patterns/feed/): arrow keys move between them. */
export function createList(host: Host): ListPart {
  const { list } = host.inbox;
  const feed = createFeed();
  const items = new Map<string, Item>();
  const status = element("p", { part: "status" });
  const notice = createNotice();
  const end = element("div", { class: "end" });
  const newer = button({ part: "button newer", class: "newer" }, () => {
    root.scrollTop = 0;
    newer.hidden = true;
    (feed.firstElementChild as HTMLElement | null)?.focus();
  });
  const parts = [newer, feed, status, notice.root, end];
  const root = element("div", { part: "scroll", id: "list-panel", tabindex: -1 }, ...parts);
  const seen = watchSeen(root, list);
  const paging = watchEnd(root, end, list);
  const timer = setInterval(() => tick(items), TICK_MS);
  let view: unknown;
  root.addEventListener("scroll", () => {
    if (isAtTop(root)) newer.hidden = true;
  });
  return {
    root,
    stop() {
      clearInterval(timer);
      seen.stop();
      paging.stop();
    },
    update() {
      if (view !== list.view) root.scrollTop = 0;
      view = list.view;
      const isNewer = arrange(host, feed, items) && !isAtTop(root);
      newer.hidden = isAtTop(root) || (newer.hidden && !isNewer);
      describe(host, { root, feed, status, newer });
      // A refused session is the cause of both.
      notice.show(host.inbox.failure ? undefined : list.failure, host.texts.retry);
      seen.watch(items.values());
      paging.lookAgain();
    },
  };
}

type Shown = { root: HTMLElement; feed: HTMLElement; status: HTMLElement; newer: HTMLElement };

function describe({ inbox, texts }: Host, { root, feed, status, newer }: Shown): void {
  const { list, tabs } = inbox;
  const tab = tabs.findIndex(({ filter }) => filter === list.view.filter);
  setText(newer, texts.newer);
  setText(status, statusOf(list, texts));
  status.hidden = status.textContent === "";
  feed.hidden = list.items.length === 0;
  setAttributes(feed, { "aria-busy": String(list.loading !== undefined), "aria-label": texts.title });
  setAttributes(root, {
    role: tab < 0 ? undefined : "tabpanel",
    "aria-labelledby": tab < 0 ? undefined : `tab-${tab}`,
  });
}

function createFeed(): HTMLElement {
  const feed = element("div", { role: "feed", part: "list" });
  feed.addEventListener("keydown", (event) => moveFocus(event, feed));
  feed.addEventListener("focusin", ({ target }) => {
    const article = (target as Element).closest("article");
    if (article) makeReachable(feed, article);
  });
  return feed;
}

/** Reads the next page when the end of the list comes near. */
function watchEnd(root: Element, end: Element, list: NotificationList) {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting) void list.loadMore();
    },
    { root, rootMargin: `0px 0px ${AHEAD} 0px` },
  );
  return {
    /** After a short page, the end is still near; observing it anew reports this. */
    lookAgain(): void {
      observer.unobserve(end);
      observer.observe(end);
    },
    stop: () => observer.disconnect(),
  };
}

function tick(items: ReadonlyMap<string, Item>): void {
  for (const item of items.values()) item.tick(new Date());
}

const isAtTop = (root: Element) => root.scrollTop < TOP_PX;

function moveFocus(event: KeyboardEvent, feed: HTMLElement): void {
  const articles = [...feed.children] as HTMLElement[];
  const index = articles.findIndex((article) => article.contains(event.target as Node));
  const step = { PageUp: "ArrowUp", PageDown: "ArrowDown" }[event.key] ?? event.key;
  const moved = movedIndex(step, index, articles.length);
  if (moved === undefined) return;
  event.preventDefault();
  articles[moved]?.focus();
}

/** Nothing is said while notifications are read anew: a line that comes and goes would move the end of the list. */
function statusOf(list: NotificationList, texts: Texts): string {
  if (list.loading === "next" || (list.loading && list.items.length === 0)) return texts.loading;
  return list.items.length === 0 && !list.failure ? texts.empty : "";
}
