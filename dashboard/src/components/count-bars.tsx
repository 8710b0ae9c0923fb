import { type KeyboardEvent, useId, useState } from "react";
import styles from "./count-bars.module.css";

export type CountBar = {
  key: string;
  /** When it was: "10:00". */
  title: string;
  good: number;
  bad: number;
};

type CountBarsProps = {
  /** What the bars show, for screen readers. */
  label: string;
  bars: readonly CountBar[];
  goodLabel: string;
  badLabel: string;
};

const number = (count: number): string => count.toLocaleString("en");

/** Two counts over time, one on the other: the second hatched. One bar at a time is in the order of Tab; arrows move. */
export function CountBars({ label, bars, goodLabel, badLabel }: CountBarsProps) {
  const [current, setCurrent] = useState(bars.length - 1);
  const [shown, setShown] = useState<number>();
  const id = useId();
  const most = Math.max(1, ...bars.map(({ good, bad }) => good + bad));
  const sentenceOf = ({ title, good, bad }: CountBar): string =>
    `${title}: ${number(good)} ${goodLabel.toLowerCase()}, ${number(bad)} ${badLabel.toLowerCase()}`;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const next = nextPlace(event.key, current, bars.length);
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  const open = shown === undefined ? undefined : bars[shown];
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of bars is no fieldset */}
      <div role="group" aria-label={label} className={styles.bars} onKeyDown={onKeyDown}>
        {bars.map((bar, at) => (
          <button
            key={bar.key}
            type="button"
            className={styles.bar}
            tabIndex={at === current ? 0 : -1}
            aria-label={sentenceOf(bar)}
            onFocus={() => setShown(at)}
            onBlur={() => setShown(undefined)}
            onMouseEnter={() => setShown(at)}
            onMouseLeave={() => setShown(undefined)}
          >
            {bar.bad > 0 && <span className={styles.bad} style={{ height: heightOf(bar.bad, most) }} />}
            {bar.good > 0 && <span className={styles.good} style={{ height: heightOf(bar.good, most) }} />}
          </button>
        ))}
      </div>
      <p className={styles.ends} aria-hidden>
        <span>{bars[0]?.title}</span>
        <span>{bars.at(-1)?.title}</span>
      </p>
      <p className={styles.chosen} id={id} aria-hidden>
        {open && sentenceOf(open)}
      </p>
      <p className={styles.legend}>
        <span>
          <i className={styles.good} /> {goodLabel}
        </span>
        <span>
          <i className={styles.bad} /> {badLabel}
        </span>
      </p>
    </div>
  );
}

/** At least 2 of 100, so that a few beside many are seen. */
const heightOf = (count: number, most: number): string => `${Math.max(2, (count / most) * 100)}%`;

function nextPlace(key: string, at: number, length: number): number | undefined {
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: Math.max(0, at - 1),
    ArrowRight: Math.min(length - 1, at + 1),
    Home: 0,
    End: length - 1,
  };
  return places[key];
}
