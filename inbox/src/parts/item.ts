import type { Action, ActionType, InboxNotification } from "../api/inbox-notification.ts";
import { plainText } from "../content/markup.ts";
import { fullTime, relativeTime } from "../content/relative-time.ts";
import { isSafeLink } from "../content/safe-link.ts";
import { snoozeTimes } from "../model/snooze-times.ts";
import { button, iconButton } from "./button.ts";
import { type Child, element, fill, focused, setAttributes, setText } from "./dom.ts";
import type { Host } from "./host.ts";
import { type IconName, icon } from "./icons.ts";
import { markupNodes } from "./markup-nodes.ts";
import { menuButton } from "./menu.ts";

/** One notification of the list. */
export type Item = {
  readonly root: HTMLElement;
  notification: InboxNotification;
  update(notification: InboxNotification): void;
  /** Shows the time that has passed. */
  tick(now: Date): void;
};

export function createItem(host: Host, first: InboxNotification): Item {
  const root = element("article", { tabindex: -1 });
  const time = element("time", { part: "time" });
  const isChoosing = () => root.querySelector("[data-open]") !== null;
  let isLate = false;
  const item: Item = {
    root,
    notification: first,
    update(notification) {
      item.notification = notification;
      // An open menu stays until it closes.
      isLate = isChoosing();
      if (isLate) return;
      const focusedKey = root.contains(focused(root)) ? keyOf(focused(root)) : undefined;
      describe(root, host, notification);
      fill(root, ...contentOf(host, item, time));
      item.tick(new Date());
      if (focusedKey !== undefined) (findKey(root, focusedKey) ?? root).focus();
    },
    tick(now) {
      const { texts, locale } = host;
      const { createdAt, isSnoozed, snoozedUntil } = item.notification;
      const shown = new Date(isSnoozed && snoozedUntil ? snoozedUntil : createdAt);
      setAttributes(time, { datetime: shown.toISOString(), title: fullTime(shown, locale) });
      const until = texts.snoozedUntil.replace("{time}", fullTime(shown, locale));
      setText(time, isSnoozed && snoozedUntil ? until : relativeTime(shown, now, locale));
    },
  };
  root.addEventListener("click", (event) => {
    if (!(event.target as Element).closest("button, a, [role=menu]"))
      host.openNotification(item.notification);
  });
  root.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target === root) host.openNotification(item.notification);
  });
  // The menu closes after its focus has left it.
  root.addEventListener("focusout", () =>
    queueMicrotask(() => {
      if (isLate && !isChoosing()) item.update(item.notification);
    }),
  );
  item.update(first);
  return item;
}

function describe(root: HTMLElement, { texts }: Host, notification: InboxNotification): void {
  const { id, isRead, severity, subject, body } = notification;
  const label = plainText(subject || body);
  setAttributes(root, {
    "data-id": id,
    part: `item ${isRead ? "item-read" : "item-unread"} item-severity-${severity}`,
    class: `item ${isRead ? "" : "unread"} ${severity}`,
    "aria-label": isRead ? label : `${texts.unreadMark}: ${label}`,
  });
}

function contentOf(host: Host, item: Item, time: HTMLElement): Child[] {
  const { avatar, subject, body, redirect, isRead, severity } = item.notification;
  const isLinked = redirect !== undefined && isSafeLink(redirect.url);
  const isLoud = severity === "high" || severity === "medium";
  const text = element("div", { part: "body" });
  if (isLinked && !subject) text.append(link(host, item, markupNodes(body, false)));
  else text.append(...markupNodes(body, true));
  return [
    element("span", { part: "unread-dot", class: isRead ? "hidden" : "", "aria-hidden": "true" }),
    avatar && isSafeLink(avatar) && element("img", { part: "avatar", src: avatar, alt: "", loading: "lazy" }),
    element(
      "div",
      { part: "content" },
      subject && element("div", { part: "subject" }, ...subjectOf(host, item, subject, isLinked)),
      body && text,
      element(
        "div",
        { part: "meta" },
        time,
        isLoud && element("span", { part: "severity" }, host.texts[severity]),
      ),
      actionsOf(host, item),
    ),
    element("div", { part: "tools" }, ...toolsOf(host, item)),
  ];
}

function subjectOf(host: Host, item: Item, subject: string, isLinked: boolean): Node[] {
  return isLinked ? [link(host, item, markupNodes(subject, false))] : markupNodes(subject, true);
}

/** A link of the notification. With Ctrl, Shift or the middle button, the browser opens it. */
function link(host: Host, item: Item, content: Node[]): HTMLElement {
  const href = item.notification.redirect?.url;
  const root = element("a", { href, part: "link", "data-key": "link" }, ...content);
  root.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    host.openNotification(item.notification);
  });
  return root;
}

function actionsOf(host: Host, item: Item): HTMLElement | undefined {
  const { primaryAction, secondaryAction } = item.notification;
  if (!primaryAction && !secondaryAction) return undefined;
  const shown = (type: ActionType, action: Action | undefined) => {
    if (!action) return undefined;
    const mark = { class: "done", role: "img", "aria-label": host.texts.done };
    const done = action.isCompleted && element("span", mark, icon("read"));
    const attributes = { part: `button action ${type}`, class: `action ${type}`, "data-key": type };
    const take = () => host.takeAction(item.notification, type);
    return button(attributes, take, plainText(action.label), done);
  };
  const actions = [shown("primary", primaryAction), shown("secondary", secondaryAction)];
  return element("div", { part: "actions" }, ...actions);
}

function toolsOf(host: Host, item: Item): Child[] {
  const { inbox, texts } = host;
  const { isRead, isArchived, isSnoozed } = item.notification;
  const tool = (label: string, name: IconName, act: () => unknown) =>
    iconButton(label, name, act, { part: "button tool", "data-key": name });
  const reading = isRead
    ? tool(texts.markUnread, "unread", () => inbox.setRead(item.notification, false))
    : tool(texts.markRead, "read", () => inbox.setRead(item.notification, true));
  if (isSnoozed) return [tool(texts.unsnooze, "snooze", () => inbox.unsnooze(item.notification))];
  if (isArchived)
    return [tool(texts.unarchive, "restore", () => inbox.setArchived(item.notification, false))];
  const archive = tool(texts.archive, "archive", () => inbox.setArchived(item.notification, true));
  return [reading, snoozeMenu(host, item), archive];
}

function snoozeMenu({ inbox, texts, locale }: Host, item: Item): HTMLElement | undefined {
  const times = () => snoozeTimes(new Date(), inbox.maxSnoozeHours);
  if (times().length === 0) return undefined;
  return menuButton(texts.snooze, "snooze", () =>
    times().map(({ name, until }) => ({
      label: texts[name],
      hint: fullTime(until, locale),
      choose: () => void inbox.snooze(item.notification, until),
    })),
  );
}

/** Reading and marking as unread are one button for the focus. */
function keyOf(node: Element | null): string {
  const key = node?.closest("[data-key]")?.getAttribute("data-key") ?? "";
  return key === "unread" ? "read" : key;
}

function findKey(root: Element, key: string): HTMLElement | undefined {
  return [...root.querySelectorAll<HTMLElement>("[data-key]")].find((one) => keyOf(one) === key);
}
