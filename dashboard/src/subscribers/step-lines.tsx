import { Moment } from "../components/moment.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { SentenceView } from "../timeline/sentence-view.tsx";
import type { TimelineStep } from "../timeline/timeline-step.ts";
import { isChannel } from "../timeline/words.ts";
import styles from "./step-lines.module.css";

type StepLinesProps = {
  steps: readonly TimelineStep[];
  label: string;
  /** True: with the moment of each step. */
  hasMoments?: boolean;
};

/** Other steps matter here only while they wait or when they failed. */
const isShown = ({ type, mark }: TimelineStep): boolean =>
  isChannel(type) || ["waiting", "trying", "failed"].includes(mark.shape);

/** One line for each message: its mark, its channel, and why it was not sent or what it waits for. */
export function StepLines({ steps, label, hasMoments }: StepLinesProps) {
  return (
    <ul className={styles.lines} aria-label={label}>
      {steps.filter(isShown).map((step) => (
        <li key={step.id} className={styles.line}>
          <StateMark state={step.mark.shape} word={step.mark.word} isShapeOnly />
          <span className={styles.text}>
            <span className={styles.name}>{step.name}</span> <span className={styles.kind}>{step.kind}</span>
            {hasMoments && step.at && (
              <>
                {" "}
                <Moment at={step.at} />
              </>
            )}
            {step.mark.shape !== "delivered" && (
              <span className={styles.why}>
                <SentenceView sentence={step.sentence} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
