import { OctagonAlert } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./error-box.module.css";

type ErrorBoxProps = {
  /** What could not be done: "The notifications could not be read". */
  title: string;
  /** The reason: usually the server's message. */
  children?: ReactNode;
  /** The id of the request, for who reads the logs. */
  requestId?: string | undefined;
  /** A button, such as "Try again". */
  action?: ReactNode;
};

/** An error where it belongs. */
export function ErrorBox({ title, children, requestId, action }: ErrorBoxProps) {
  return (
    <div className={styles.box} role="alert">
      <OctagonAlert size={20} aria-hidden className={styles.icon} />
      <div className={styles.body}>
        <p className={styles.title}>{title}</p>
        {children && <p>{children}</p>}
        {requestId && (
          <p className={styles.request}>
            Request <code>{requestId}</code>
          </p>
        )}
        {action}
      </div>
    </div>
  );
}
