import { Link } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useEnvironment } from "../app/environment.tsx";
import { neighborsOf, useNeighborKeys } from "../app/neighbors.ts";
import styles from "./neighbor-links.module.css";
import { notificationWords as words } from "./notification-words.ts";

const LIST = "notifications";

/** The place in the list that the page was opened from, and the ways to the ones before and after it. */
export function NeighborLinks({ id }: { id: string }) {
  const neighbors = neighborsOf(LIST, id);
  useNeighborKeys(LIST, neighbors);
  if (!neighbors) return null;
  const { position, count, previous, next } = neighbors;
  return (
    <nav className={styles.neighbors} aria-label={words.neighbors}>
      {previous && (
        <NeighborLink id={previous} label={words.previous}>
          <ChevronLeft size={18} aria-hidden />
        </NeighborLink>
      )}
      <span>{words.position(position, count)}</span>
      {next && (
        <NeighborLink id={next} label={words.next}>
          <ChevronRight size={18} aria-hidden />
        </NeighborLink>
      )}
    </nav>
  );
}

type NeighborProps = { id: string; label: string; children: ReactNode };

function NeighborLink({ id, label, children }: NeighborProps) {
  const { environment } = useEnvironment();
  const params = { environment: environment.identifier, id };
  return (
    <Link
      to="/in/$environment/notifications/$id"
      params={params}
      search={{}}
      className={styles.link}
      aria-label={label}
    >
      {children}
    </Link>
  );
}
