import type { ReactNode } from "react";
import { Moment } from "../components/moment.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { DetailList } from "./detail-list.tsx";
import { Remaining } from "./remaining.tsx";
import { SentenceView } from "./sentence-view.tsx";
import styles from "./step-card.module.css";
import type { TimelineStep } from "./timeline-step.ts";
import { LABELS } from "./words.ts";

type StepCardProps = {
  step: TimelineStep;
  /** The panel shows this step. */
  isSelected: boolean;
  isOpen: boolean;
  isLast: boolean;
  onSelect?: (() => void) | undefined;
  onToggle: (isOpen: boolean) => void;
  /** Shown inside the card, under the step: the panel on a phone. */
  children?: ReactNode;
};

/** One step: what became of it in one sentence; unfolded, all its details. */
export function StepCard({ step, isSelected, isOpen, isLast, onSelect, onToggle, children }: StepCardProps) {
  const { mark, details, status } = step;
  const isRunning = status === "running" || status === "queued";
  return (
    <div className={styles.step} data-last={isLast || undefined} data-running={isRunning || undefined}>
      <div className={styles.gutter}>
        <StateMark state={mark.shape} word={mark.word} isShapeOnly />
      </div>
      <article className={styles.card} data-selected={isSelected || undefined}>
        <StepHead step={step} isSelected={isSelected} onSelect={onSelect} />
        <p className={styles.sentence}>
          <SentenceView sentence={step.sentence} />
        </p>
        {step.preview && <p className={styles.preview}>“{step.preview}”</p>}
        {details.length > 0 && (
          <details
            className={styles.details}
            open={isOpen}
            onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
          >
            <summary>
              {LABELS.details} ({details.length})<span className="visually-hidden"> {step.name}</span>
            </summary>
            {isOpen && <DetailList details={details} />}
          </details>
        )}
        {children}
      </article>
    </div>
  );
}

type HeadProps = Pick<StepCardProps, "step" | "isSelected" | "onSelect">;

function StepHead({ step, isSelected, onSelect }: HeadProps) {
  const { name, kind, carrier, at, until } = step;
  return (
    <header className={styles.head}>
      <h3 className={styles.name}>
        {onSelect ? (
          <button type="button" className={styles.select} aria-pressed={isSelected} onClick={onSelect}>
            {name}
          </button>
        ) : (
          name
        )}
      </h3>
      <span className={styles.kind}>{carrier ? `${kind} ${LABELS.through} ${carrier}` : kind}</span>
      <span className={styles.at}>
        {until ? (
          <>
            {LABELS.until} <Moment at={until} isInSentence />
            <Remaining at={until} />
          </>
        ) : (
          at && <Moment at={at} />
        )}
      </span>
    </header>
  );
}
