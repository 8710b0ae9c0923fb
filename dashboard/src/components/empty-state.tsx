import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";
import styles from "./empty-state.module.css";
import { Unbroken } from "./unbroken.tsx";

type EmptyStateProps = {
  /** What would stand here: "No notifications yet". */
  title: string;
  /** One sentence. */
  children?: ReactNode;
  /** One button or link. */
  action?: ReactNode;
  /** One line for a terminal, which can be copied. */
  command?: string;
};

export function EmptyState({ title, children, action, command }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      {children && <p className={styles.sentence}>{children}</p>}
      {action}
      {command && (
        <p className={styles.command}>
          <code>
            <Unbroken text={command} />
          </code>
          <CopyButton text={command} label="Copy the command" />
        </p>
      )}
    </div>
  );
}
