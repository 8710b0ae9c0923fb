import type { InboxNotification } from "../api/inbox-notification.ts";
import { plainText } from "../content/markup.ts";
import { createBell } from "./bell.ts";
import { element, focused } from "./dom.ts";
import type { Host } from "./host.ts";
import { createPanel } from "./panel.ts";
import { placeAt, setShown } from "./place.ts";

export type Shell = {
  readonly nodes: readonly Node[];
  setOpen(isOpen: boolean): void;
  announce(notification: InboxNotification): void;
  /** Shows the present state, once for all changes of one moment. */
  updateSoon(): void;
  stop(): void;
};

/** The bell, the panel that it opens, and the live region for screen readers. */
export function createShell(owner: HTMLElement & { open: boolean }, host: Host): Shell {
  const bell = createBell(host, () => owner.open);
  const panel = createPanel(host);
  const live = element("p", { class: "hidden", role: "status" });
  const listening = new AbortController();
  let isWaiting = false;
  const update = () => {
    isWaiting = false;
    if (listening.signal.aborted) return;
    bell.update();
    panel.update();
  };
  bell.root.addEventListener("click", () => {
    owner.open = !owner.open;
  });
  panel.root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    host.close();
  });
  closeOutside(owner, host, listening.signal);
  const place = () => {
    if (owner.open) placeAt(panel.root, bell.root);
  };
  for (const name of ["resize", "scroll"]) addEventListener(name, place, { signal: listening.signal });
  return {
    nodes: [bell.root, panel.root, live],
    setOpen(isOpen) {
      if (isOpen === panel.root.hasAttribute("data-open")) return;
      const hadFocus = panel.root.contains(focused(panel.root));
      setShown(panel.root, isOpen);
      place();
      host.inbox.setOpen(isOpen);
      if (isOpen) panel.root.focus({ preventScroll: true });
      else if (hadFocus) bell.root.focus();
      update();
    },
    announce({ subject, body }) {
      live.textContent = `${host.texts.arrived} ${plainText(subject || body)}`;
    },
    updateSoon() {
      if (!isWaiting) queueMicrotask(update);
      isWaiting = true;
    },
    stop() {
      listening.abort();
      panel.stop();
    },
  };
}

/** A click beside the element closes the panel. */
function closeOutside(owner: HTMLElement & { open: boolean }, host: Host, signal: AbortSignal): void {
  const onPress = (event: Event) => {
    if (owner.open && !event.composedPath().includes(owner)) host.close();
  };
  document.addEventListener("pointerdown", onPress, { signal });
}
