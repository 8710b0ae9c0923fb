import { Link } from "@tanstack/react-router";
import styles from "./dead-letters.module.css";
import { useReplayProgress } from "./dead-letters.ts";
import type { Progress } from "./rounds.ts";
import { outcomeOf, sentOf, words } from "./words.ts";

type ProgressProps = { progress: Progress; isStopped: boolean; onClose: () => void };

/** How much has been accepted to be sent again, and what became of it. */
export function SendProgress({ progress, isStopped, onClose }: ProgressProps) {
  const { done, total, replayIds, isOver } = progress;
  const outcome = useReplayProgress(replayIds);
  const over = outcome ? outcome.sent + outcome.failed : 0;
  const [only] = replayIds.length === 1 ? replayIds : [];
  return (
    <>
      <progress
        className={styles.progress}
        aria-label={words.progress}
        value={over}
        max={Math.max(isOver ? done : total, 1)}
      />
      <p className={styles.number} role="status">
        {sentOf(done, total)}
      </p>
      {outcome && <p>{outcomeOf(outcome)}</p>}
      {isStopped && <p>{isOver ? words.stopped : words.stopping}</p>}
      {isOver && (
        <p>
          <Link to="." search={only ? { replay: only } : { replayed: "true" }} onClick={onClose}>
            {words.showSent}
          </Link>
        </p>
      )}
    </>
  );
}
