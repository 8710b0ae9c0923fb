import type { Schedule } from "@tidings/contract";
import { PREFERENCE_WORDS as words } from "./preference-words.ts";
import styles from "./schedule-bars.module.css";
import { DAYS, openSpans, type Span } from "./schedule-hours.ts";

type BarsProps = { schedule: Schedule | undefined; timezone: string | undefined };

/** Seven bars of a day each: filled where messages may arrive. */
export function ScheduleBars({ schedule, timezone }: BarsProps) {
  return (
    <section className={styles.schedule} aria-labelledby="quiet-hours">
      <h2 id="quiet-hours">{words.quietHours}</h2>
      {schedule?.isEnabled ? (
        <>
          <p>{words.schedule(timezone ?? words.noZone)}</p>
          <Bars schedule={schedule} />
        </>
      ) : (
        <p>{words.always}</p>
      )}
    </section>
  );
}

function Bars({ schedule }: { schedule: Schedule }) {
  const spans = openSpans(schedule);
  return (
    <dl className={styles.days}>
      {DAYS.map((day) => (
        <div key={day} className={styles.day}>
          <dt className={styles.name}>{day}</dt>
          <dd className={styles.hours}>
            <svg viewBox="0 0 240 12" className={styles.bar} preserveAspectRatio="none" aria-hidden="true">
              <rect width="240" height="12" className={styles.closed} />
              {spans[day].map(({ from, to }) => (
                <rect key={from} x={from * 10} width={(to - from) * 10} height="12" className={styles.open} />
              ))}
            </svg>
            <span>{spans[day].map(textOf).join(", ") || words.closed}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const textOf = ({ from, to }: Span): string => `${clock(from)}–${clock(to)}`;
const clock = (hour: number): string =>
  [Math.floor(hour), Math.round((hour % 1) * 60)].map((part) => String(part).padStart(2, "0")).join(":");
