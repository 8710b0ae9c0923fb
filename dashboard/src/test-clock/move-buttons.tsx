import type { TestClock } from "@tidings/contract";
import { useId, useState } from "react";
import { Button } from "../components/button.tsx";
import { longTime, useTimes, zoneOf } from "../components/times.ts";
import styles from "./clock-bar.module.css";
import { HOUR_MS, RANGE_HOURS, useDue } from "./due.ts";
import type { useMove } from "./use-test-clock.ts";
import { words } from "./words.ts";

type MoveProps = { clock: TestClock; moving: ReturnType<typeof useMove> };

const STEPS = [
  { label: words.hour, hours: 1 },
  { label: words.day, hours: 24 },
  { label: words.week, hours: 7 * 24 },
];

const later = (now: string, hours: number): string =>
  new Date(Date.parse(now) + hours * HOUR_MS).toISOString();

/** Steps forward. Each sends a moment, so that sending it twice moves the clock once. */
export function MoveButtons({ clock, moving }: MoveProps) {
  const { now, nextDueAt } = clock;
  const { move, stop, isMoving, isStopped } = moving;
  return (
    <div className={styles.line}>
      {isMoving ? (
        <Button isSmall onClick={stop} disabled={isStopped}>
          {words.stop}
        </Button>
      ) : (
        <>
          <Button isSmall onClick={() => nextDueAt && move(nextDueAt)} disabled={nextDueAt === null}>
            {words.nextEvent}
          </Button>
          {STEPS.map(({ label, hours }) => (
            <Button key={label} isSmall onClick={() => move(later(now, hours))}>
              {label}
            </Button>
          ))}
          <Slider key={now} now={now} move={move} />
        </>
      )}
    </div>
  );
}

/** Chooses a moment within the next 30 days; the marks are those at which a step goes on. */
function Slider({ now, move }: { now: string; move: (moment: string) => void }) {
  const marks = useId();
  const [hours, setHours] = useState(0);
  const { of } = useTimes();
  const due = useDue(now);
  const target = later(now, hours);
  const shown = longTime(new Date(target), zoneOf(of));
  const hoursOf = (at: string): number => Math.ceil((Date.parse(at) - Date.parse(now)) / HOUR_MS);
  return (
    <span className={styles.choice}>
      <input
        type="range"
        className={styles.slider}
        aria-label={words.within}
        aria-valuetext={shown}
        min={0}
        max={RANGE_HOURS}
        value={hours}
        list={marks}
        onChange={(event) => setHours(Number(event.target.value))}
        onKeyDown={(event) => event.key === "Enter" && hours > 0 && move(target)}
      />
      <datalist id={marks}>
        {[...new Set(due.map(({ at }) => hoursOf(at)))].map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
      {hours > 0 && (
        <Button isSmall kind="primary" onClick={() => move(target)}>
          {words.goTo} {shown}
        </Button>
      )}
    </span>
  );
}
