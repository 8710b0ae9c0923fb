import { button, iconButton } from "./button.ts";
import { element, focused, movedIndex } from "./dom.ts";
import type { IconName } from "./icons.ts";
import { placeAt, setShown } from "./place.ts";

export type MenuItem = { readonly label: string; readonly hint?: string; choose(): void };

/** A button that opens a menu (https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/). */
export function menuButton(label: string, iconName: IconName, items: () => readonly MenuItem[]): HTMLElement {
  const opener = iconButton(label, iconName, () => setOpen(!menu.hasAttribute("data-open")), {
    "aria-haspopup": "menu",
    "data-key": iconName,
  });
  const menu = element("div", { role: "menu", part: "menu", "aria-label": label, popover: "manual" });
  const root = element("span", { class: "menu-button" }, opener, menu);
  const setOpen = (isOpen: boolean) => {
    if (isOpen) menu.replaceChildren(...items().map((item) => itemButton(item, close)));
    opener.setAttribute("aria-expanded", String(isOpen));
    setShown(menu, isOpen);
    if (!isOpen) return;
    placeAt(menu, opener);
    (menu.firstElementChild as HTMLElement | null)?.focus();
  };
  function close(): void {
    opener.focus();
    setOpen(false);
  }
  setOpen(false);
  menu.addEventListener("keydown", (event) => onKey(event, menu, close));
  root.addEventListener("focusout", ({ relatedTarget }) => {
    if (!root.contains(relatedTarget as Node | null)) setOpen(false);
  });
  return root;
}

function itemButton({ label, hint, choose }: MenuItem, close: () => void): HTMLElement {
  const chosen = () => {
    close();
    choose();
  };
  const attributes = { role: "menuitem", tabindex: -1, part: "menu-item" };
  return button(attributes, chosen, label, hint && element("span", { class: "hint" }, hint));
}

function onKey(event: KeyboardEvent, menu: HTMLElement, close: () => void): void {
  const items = [...menu.children] as HTMLElement[];
  const index = items.indexOf(focused(menu) as HTMLElement);
  const moved = movedIndex(event.key, index, items.length);
  if (moved === undefined && event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  if (moved === undefined) close();
  else items[moved]?.focus();
}
