import { button } from "./button.ts";
import { element, fill, movedIndex, setAttributes, setText } from "./dom.ts";
import type { Host, Part } from "./host.ts";

/** The tabs above the list (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/); without tabs, nothing. */
export function createTabs(host: Host): Part {
  const root = element("div", { part: "tabs", role: "tablist" });
  let made: unknown;
  const select = (index: number) => {
    const tab = host.inbox.tabs[index];
    if (tab) host.inbox.show({ ...host.inbox.list.view, filter: tab.filter });
  };
  root.addEventListener("keydown", (event) => {
    const buttons = [...root.children] as HTMLElement[];
    const index = buttons.findIndex((button) => button.getAttribute("aria-selected") === "true");
    const moved = movedIndex(event.key, index, buttons.length, true);
    if (moved === undefined) return;
    event.preventDefault();
    select(moved);
    buttons[moved]?.focus();
  });
  return {
    root,
    update() {
      const { tabs, tabCounts, list } = host.inbox;
      root.hidden = tabs.length === 0;
      setAttributes(root, { "aria-label": host.texts.title });
      if (made !== tabs) fill(root, ...tabs.map(({ label }, index) => tabButton(label, index, select)));
      made = tabs;
      tabs.forEach(({ filter }, index) => {
        const isSelected = filter === list.view.filter;
        const shown = root.children[index] as HTMLElement;
        setAttributes(shown, { "aria-selected": String(isSelected), tabindex: isSelected ? 0 : -1 });
        setText(shown.lastElementChild as Element, tabCounts[index] ? String(tabCounts[index]) : "");
      });
    },
  };
}

function tabButton(label: string, index: number, select: (index: number) => void): HTMLElement {
  const attributes = { role: "tab", part: "tab", id: `tab-${index}`, "aria-controls": "list-panel" };
  const count = element("span", { part: "tab-count" });
  return button(attributes, () => select(index), element("span", {}, label), " ", count);
}
