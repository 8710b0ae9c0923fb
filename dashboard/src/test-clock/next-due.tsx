import type { TestClock } from "@tidings/contract";
import { duration } from "../components/times.ts";
import styles from "./clock-bar.module.css";
import { useDue } from "./due.ts";
import { words } from "./words.ts";

/** When the next step goes on, and which one it is. */
export function NextDue({ clock: { now, nextDueAt } }: { clock: TestClock }) {
  const next = useDue(now).find(({ at }) => at === nextDueAt);
  if (nextDueAt === null) return <span className={styles.next}>{words.nothingNext}</span>;
  const ms = Date.parse(nextDueAt) - Date.parse(now);
  return (
    <span className={styles.next}>
      {words.next} <time dateTime={nextDueAt}>in {duration(Math.max(0, ms))}</time>
      {next && `, ${next.what}`}
    </span>
  );
}
