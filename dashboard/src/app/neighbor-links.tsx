import { Link } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useEnvironment } from "./environment.tsx";
import { addressIn } from "./navigation.ts";
import styles from "./neighbor-links.module.css";
import { neighborsOf, useNeighborKeys } from "./neighbors.ts";

type NeighborLinksProps = {
  /** Name of the list (`rememberList`), which is also the path of its records: `notifications`. */
  list: string;
  id: string;
};

/** "‹ 3 of 25 ›": steps through the list from which the record was opened; nothing for a record opened in another way. */
export function NeighborLinks({ list, id }: NeighborLinksProps) {
  const neighbors = neighborsOf(list, id);
  useNeighborKeys(list, neighbors);
  const { identifier } = useEnvironment().environment;
  if (!neighbors) return null;
  const { position, count, previous, next } = neighbors;
  const link = (to: string | undefined, label: string, icon: ReactNode) =>
    to && (
      <Link to={addressIn(identifier, `${list}/${to}`)} aria-label={label} className={styles.link}>
        {icon}
      </Link>
    );
  return (
    <span className={styles.links}>
      {link(previous, "Previous in the list", <ChevronLeft size={16} aria-hidden />)}
      {position} of {count}
      {link(next, "Next in the list", <ChevronRight size={16} aria-hidden />)}
    </span>
  );
}
