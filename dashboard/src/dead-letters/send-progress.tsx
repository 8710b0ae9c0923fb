import { Link } from "@tanstack/react-router";
import styles from "./dead-letters.module.css";
import type { Progress } from "./send-again.ts";
import { sentOf, words } from "./words.ts";

type ProgressProps = { progress: Progress; isStopped: boolean; onClose: () => void };

/** How much of it has been accepted to be sent again. */
export function SendProgress({ progress, isStopped, onClose }: ProgressProps) {
  const { sent, total, isDone } = progress;
  return (
    <>
      <progress
        className={styles.progress}
        aria-label={words.progress}
        value={isDone && !isStopped ? 1 : sent}
        max={isDone && !isStopped ? 1 : Math.max(total, 1)}
      />
      <p className={styles.number} role="status">
        {sentOf(sent, total)}
      </p>
      {isStopped && <p>{isDone ? words.stopped : words.stopping}</p>}
      {isDone && (
        <p>
          <Link to="." search={{ replayed: "true" }} onClick={onClose}>
            {words.showSent}
          </Link>
        </p>
      )}
    </>
  );
}
