import { useState } from "react";
import { Dialog } from "../components/dialog.tsx";
import styles from "./shortcut-list.module.css";
import { type Shortcut, shortcutsNow, useShortcut } from "./shortcuts.tsx";
import { words } from "./words.ts";

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const shown = (keys: string): string[] =>
  keys
    .split(" ")
    .map((key) => (key.startsWith("Mod+") ? `${isMac ? "⌘" : "Ctrl"} ${key.slice(4).toUpperCase()}` : key));

/** `?` lists every key that does something on the page. */
export function ShortcutList() {
  const [list, setList] = useState<Shortcut[]>();
  useShortcut("?", words.shortcuts, () => setList(shortcutsNow()));
  return (
    <Dialog isOpen={list !== undefined} onClose={() => setList(undefined)} title={words.shortcuts}>
      <dl className={styles.list}>
        {list?.map(({ keys, label }) => (
          <div key={keys} className={styles.row}>
            <dt>{label}</dt>
            <dd>
              {shown(keys).map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
