import type { ReactNode } from "react";
import styles from "./filter-links.module.css";

/** The class of a link in `FilterLinks`; the chosen one has `aria-current`, and `activeOptions` are exact. */
export const filterLinkClass = styles.link;

/** Links that choose one of a few lists, such as those of each state. */
export function FilterLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.links} aria-label={label}>
      {children}
    </nav>
  );
}
