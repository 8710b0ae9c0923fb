import { useLayoutEffect, useRef } from "react";
import { useSettings } from "./settings.ts";

/** Keys: `j`, `?`, `Escape`, `Mod+k` (Ctrl, ⌘ on a Mac), or two after each other: `g n`. */
export type Shortcut = { keys: string; label: string };

type Registered = Shortcut & { run: () => void };

const registered = new Set<{ current: Registered }>();
/** The second key must follow within this time. */
const SEQUENCE_MS = 1_200;

/** Everything that has a key on this page. */
export const shortcutsNow = (): Shortcut[] => [...registered].map(({ current }) => current);

/** Does what these keys do, for a button of the same meaning. */
export function runShortcut(keys: string): void {
  for (const { current } of registered) if (current.keys === keys) current.run();
}

/**
 * Runs `run` on these keys while the component is shown. An effect after the paint would lose a key that is pressed at
 * once. In text fields, only those with Mod work.
 */
export function useShortcut(keys: string, label: string, run: () => void): void {
  const entry = useRef<Registered>({ keys, label, run });
  useLayoutEffect(() => {
    entry.current = { keys, label, run };
  });
  useLayoutEffect(() => {
    registered.add(entry);
    return () => {
      registered.delete(entry);
    };
  }, []);
}

/** For links of a rail and other lists; none of them may be empty. */
export function useShortcuts(list: readonly Registered[]): void {
  useLayoutEffect(() => {
    const entries = list.map((current) => ({ current }));
    for (const entry of entries) registered.add(entry);
    return () => {
      for (const entry of entries) registered.delete(entry);
    };
  }, [list]);
}

/** The target of an event at the document is never inside a shadow root, where the code editor is; the path is. */
function isTyping(event: Event): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select, [role=textbox]") !== null)
  );
}

const pressedKeys = ({ key, ctrlKey, metaKey }: KeyboardEvent): string =>
  ctrlKey || metaKey ? `Mod+${key.toLowerCase()}` : key;

/** Listens for the keys; once in the app. A dialog that is open takes all of them but those with Mod. */
export function useShortcutKeys(): void {
  const { singleKeys } = useSettings();
  useLayoutEffect(() => {
    let first: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const pressed = pressedKeys(event);
      const isMod = pressed.startsWith("Mod+");
      const isBlocked =
        isTyping(event) || document.querySelector("[role=dialog]:not([data-toast]), [role=menu]") !== null;
      if (event.defaultPrevented || event.altKey || (!isMod && (singleKeys === "off" || isBlocked))) return;
      const keys = first ? `${first} ${pressed}` : pressed;
      clearTimeout(timer);
      const found = [...registered].find(({ current }) => current.keys === keys);
      const begins = !first && [...registered].some(({ current }) => current.keys.startsWith(`${pressed} `));
      first = !found && begins ? pressed : undefined;
      timer = setTimeout(() => {
        first = undefined;
      }, SEQUENCE_MS);
      if (!found) return;
      event.preventDefault();
      found.current.run();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [singleKeys]);
}
