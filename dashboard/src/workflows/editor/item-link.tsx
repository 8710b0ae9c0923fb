import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import styles from "./editor.module.css";
import type { Place } from "./use-place.ts";

type ItemLinkProps = {
  /** A step's id, or `~trigger`, `~settings`. */
  item: string;
  place: Place;
  icon: ReactNode;
  label: string;
  /** Shown at the end. */
  children?: ReactNode;
};

/** A link to a step, the trigger or the settings. */
export function ItemLink({ item, place, icon, label, children }: ItemLinkProps) {
  const isOpen = place.item === item;
  return (
    <Link
      from="/in/$environment/workflows/$workflowId"
      to="."
      search={{ step: item, ...(place.person === undefined ? {} : { as: place.person }) }}
      resetScroll={false}
      className={styles.item}
      activeProps={{}}
      aria-current={isOpen ? "step" : undefined}
      data-open={isOpen || undefined}
    >
      {icon}
      <span className={styles.label}>{label}</span>
      {children}
    </Link>
  );
}
