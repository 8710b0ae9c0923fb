import { StateMark, stateWord } from "../components/state-mark.tsx";
import styles from "./outcome-bar.module.css";
import { barParts, type Outcome } from "./outcomes.ts";
import { triggerWords as words } from "./trigger-words.ts";

const WIDTH = 1_000;
const HEIGHT = 20;

/** One bar of all recipients by their states. The legend below has the same numbers as text. */
export function OutcomeBar({ outcomes }: { outcomes: readonly Outcome[] }) {
  const text = outcomes.map(({ state, count }) => `${stateWord(state)} ${count}`).join(", ");
  return (
    <svg
      className={styles.bar}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${words.outcome}: ${text}`}
    >
      <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" className={styles.hatchGround} />
        <path d="M0 0V6" className={styles.hatchLine} />
      </pattern>
      {barParts(outcomes, WIDTH).map(({ state, x, width }) => (
        <rect
          key={state}
          x={x}
          width={Math.max(1, width - 2)}
          height={HEIGHT}
          className={styles.part}
          data-state={state}
        />
      ))}
    </svg>
  );
}

type LegendProps = {
  outcomes: readonly Outcome[];
  selected: string | undefined;
  onSelect: (state: string | undefined) => void;
};

/** The numbers; each filters the list of recipients. */
export function OutcomeLegend({ outcomes, selected, onSelect }: LegendProps) {
  return (
    <ul className={styles.legend}>
      {outcomes.map(({ state, count }) => (
        <li key={state}>
          <button
            type="button"
            className={styles.state}
            aria-pressed={selected === state}
            onClick={() => onSelect(selected === state ? undefined : state)}
          >
            <StateMark state={state} /> <strong>{count.toLocaleString("en")}</strong>
          </button>
        </li>
      ))}
    </ul>
  );
}
