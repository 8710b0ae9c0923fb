import type { Schedule } from "@tidings/contract";
import { PREFERENCE_WORDS as words } from "./preference-words.ts";
import styles from "./schedule-bars.module.css";
import { clockOf, DAYS, openSpans, type Span } from "./schedule-hours.ts";

type BarsProps = { schedule: Schedule | undefined; timezone: string };

/** Seven bars of a day each: filled where messages may arrive. */
export function ScheduleBars({ schedule, timezone }: BarsProps) {
  if (!schedule?.isEnabled || !schedule.weeklySchedule) return <p>{words.always}</p>;
  const spans = openSpans(schedule);
  return (
    <>
      <p>{words.schedule(timezone)}</p>
      <dl className={styles.days}>
        {DAYS.map((day) => (
          <div key={day} className={styles.day}>
            <dt className={styles.name}>{day}</dt>
            <dd className={styles.hours}>
              <Bar spans={spans[day]} />
              <span>{spans[day].map(textOf).join(", ") || words.closed}</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Bar({ spans }: { spans: readonly Span[] }) {
  return (
    <svg viewBox="0 0 240 12" className={styles.bar} preserveAspectRatio="none" aria-hidden="true">
      <rect width="240" height="12" className={styles.closed} />
      {spans.map(({ from, to }) => (
        <rect
          key={`${from}-${to}`}
          x={from * 10}
          width={(to - from) * 10}
          height="12"
          className={styles.open}
        />
      ))}
    </svg>
  );
}

const textOf = ({ from, to }: Span): string => `${clockOf(from)}–${clockOf(to)}`;
