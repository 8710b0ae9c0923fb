import { useState } from "react";
import { useShortcut } from "./shortcuts.tsx";

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("main tbody tr")];

/**
 * `j` and `k` go through the rows of the page's table, Enter opens the row. Returns the key of the current row, for
 * `Table`.
 */
export function useRowKeys(keys: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  const go = (step: number): void => {
    const at = current === undefined ? -1 : keys.indexOf(current);
    const next = Math.min(Math.max(at === -1 && step < 0 ? 0 : at + step, 0), keys.length - 1);
    setCurrent(keys[next]);
    rows()[next]?.scrollIntoView({ block: "nearest" });
    rows()[next]?.querySelector<HTMLElement>("a[href]")?.focus({ preventScroll: true });
  };
  useShortcut("j", "Next row", () => go(1));
  useShortcut("k", "Previous row", () => go(-1));
  return keys.includes(current ?? "") ? current : undefined;
}
