import { element, setAttributes, setText } from "./dom.ts";
import type { Host, Part } from "./host.ts";
import { icon } from "./icons.ts";

const MOST_SHOWN = 99;

/** The button that opens the panel. A page may put its own picture into the slot `bell-icon`. */
export function createBell(host: Host, isOpen: () => boolean): Part<HTMLButtonElement> {
  const badge = element("span", { part: "badge", "aria-hidden": "true" });
  const picture = element("slot", { name: "bell-icon" }, icon("bell"));
  const root = element("button", { part: "bell", class: "icon" }, picture, badge);
  setAttributes(root, { "aria-haspopup": "dialog", "aria-controls": "panel" });
  return {
    root,
    update() {
      const { total } = host.inbox.unread;
      const { bell, bellNone } = host.texts;
      const label = total > 0 ? bell.replace("{count}", String(total)) : bellNone;
      setAttributes(root, { "aria-label": label, "aria-expanded": String(isOpen()) });
      setText(badge, total > MOST_SHOWN ? `${MOST_SHOWN}+` : String(total));
      badge.hidden = total === 0;
    },
  };
}
