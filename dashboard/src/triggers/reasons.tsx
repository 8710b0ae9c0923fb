import type { TriggerReport } from "@tidings/contract";
import { StateMark } from "../components/state-mark.tsx";
import { reasonWords } from "../timeline/reason-words.ts";
import { type CountedReason, hasNotifications, reasonsOf } from "./outcomes.ts";
import styles from "./trigger-screen.module.css";
import { triggerWords as words } from "./trigger-words.ts";

type ReasonsProps = {
  report: TriggerReport;
  /** The code by which the recipients are filtered. */
  selected: string | undefined;
  onSelect: (filter: { state?: string; code?: string }) => void;
};

/** Why recipients were not reached, by number; each filters the list of recipients. */
export function Reasons({ report, selected, onSelect }: ReasonsProps) {
  const reasons = reasonsOf(report);
  if (reasons.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="reasons">
      <h2 id="reasons">{words.reasons}</h2>
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={`${reason.state} ${reason.code}`}>
            <Reason reason={reason} isSelected={reason.code === selected} onSelect={onSelect} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type ReasonProps = { reason: CountedReason; isSelected: boolean; onSelect: ReasonsProps["onSelect"] };

function Reason({ reason: { state, code, count }, isSelected, onSelect }: ReasonProps) {
  const content = (
    <>
      <span className={styles.count}>{count.toLocaleString("en")}</span>
      <span className={styles.code}>
        <StateMark state={state} isShapeOnly />
        {reasonWords(code)}
      </span>
    </>
  );
  if (!hasNotifications(code)) return <div className={styles.reason}>{content}</div>;
  const filter = isSelected ? {} : { state, code };
  return (
    <button
      type="button"
      className={styles.reason}
      aria-pressed={isSelected}
      onClick={() => onSelect(filter)}
    >
      {content}
    </button>
  );
}
