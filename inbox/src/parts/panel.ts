import { STATUSES, type Status } from "../model/view.ts";
import { iconButton } from "./button.ts";
import { element, fill, setAttributes, setText } from "./dom.ts";
import type { Host, Part } from "./host.ts";
import { createList } from "./list.ts";
import { menuButton } from "./menu.ts";
import { createNotice } from "./notice.ts";
import { createPreferencesView } from "./preferences-view.ts";
import { createTabs } from "./tabs.ts";

export type Panel = Part & { stop(): void };

/** What the bell opens: the list with its tabs and filters, or the preferences. */
export function createPanel(host: Host): Panel {
  const { texts } = host;
  const [tabs, list, preferences, notice] = [
    createTabs(host),
    createList(host),
    createPreferencesView(host),
    createNotice(),
  ];
  let hasPreferences = false;
  const title = element("h2", { part: "title", id: "title" });
  const status = statusSelect(host);
  const more = menuButton(texts.more, "more", () => listActions(host));
  const settings = iconButton(texts.preferences, "settings", () => turn(true));
  const back = iconButton(texts.back, "back", () => turn(false));
  const close = iconButton(texts.close, "close", () => host.close());
  const header = element("header", { part: "header" }, back, title, status, more, settings, close);
  const connection = element("p", { part: "connection", role: "status" });
  const body = [header, tabs.root, notice.root, connection, list.root, preferences.root];
  const root = element("section", { part: "panel", id: "panel", role: "dialog", popover: "manual" }, ...body);
  setAttributes(root, { "aria-labelledby": "title", tabindex: -1 });
  const turn = (isTurned: boolean) => {
    hasPreferences = isTurned;
    if (isTurned) void host.preferences.load();
    update();
    (isTurned ? back : settings).focus();
  };
  const update = () => {
    const { failure, isConnected } = host.inbox;
    setText(title, hasPreferences ? texts.preferences : texts.title);
    for (const node of [status, more, settings, list.root]) node.hidden = hasPreferences;
    for (const node of [back, preferences.root]) node.hidden = !hasPreferences;
    notice.show(failure, texts.retry);
    setText(connection, isConnected ? "" : texts.disconnected);
    list.update();
    tabs.update();
    preferences.update();
    if (hasPreferences) tabs.root.hidden = true;
    status.value = host.inbox.list.view.status;
  };
  return { root, update, stop: list.stop };
}

function statusSelect({ inbox, texts }: Host): HTMLSelectElement {
  const select = element("select", { part: "filter", "aria-label": texts.filter });
  fill(select, ...STATUSES.map((value) => element("option", { value }, texts[value])));
  select.addEventListener("change", () => inbox.show({ ...inbox.list.view, status: select.value as Status }));
  return select;
}

function listActions({ inbox, texts }: Host) {
  return [
    { label: texts.readAll, choose: () => void inbox.changeAll("read") },
    { label: texts.archiveAll, choose: () => void inbox.changeAll("archive") },
    { label: texts.archiveRead, choose: () => void inbox.changeAll("read-archive") },
  ];
}
