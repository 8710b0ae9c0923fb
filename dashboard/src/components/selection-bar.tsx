import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import type { Selection } from "./selection.ts";
import styles from "./selection-bar.module.css";

/** How many rows are selected, and what can be done with them; it follows the list. It renders nothing while no row is selected. */
export function SelectionBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  const { ids, set } = selection;
  if (ids.size === 0) return null;
  return (
    <div className={styles.bar}>
      <span role="status">{`${ids.size.toLocaleString("en")} selected`}</span>
      {children}
      <Button kind="quiet" isSmall onClick={() => set([])}>
        Clear
      </Button>
    </div>
  );
}
