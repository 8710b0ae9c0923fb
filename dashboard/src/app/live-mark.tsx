import { useLiveState } from "./live.ts";
import styles from "./live-mark.module.css";
import { words } from "./words.ts";

/** Whether the page follows changes as they happen. */
export function LiveMark() {
  const state = useLiveState();
  if (state === "idle") return <span />;
  const isLive = state === "live";
  return (
    <span className={styles.mark} data-live={isLive}>
      <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
        {isLive ? (
          <circle cx="5" cy="5" r="4" fill="currentColor" />
        ) : (
          <circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" strokeDasharray="2 1.5" />
        )}
      </svg>
      {isLive ? words.live : words.notLive}
    </span>
  );
}
