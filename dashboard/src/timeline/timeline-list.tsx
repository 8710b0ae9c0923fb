import { type ReactNode, useState } from "react";
import { duration } from "../components/times.ts";
import { StepCard } from "./step-card.tsx";
import type { Timeline } from "./timeline.ts";
import styles from "./timeline-list.module.css";
import type { TimelineStep } from "./timeline-step.ts";
import { LABELS } from "./words.ts";

type TimelineListProps = {
  timeline: Timeline;
  /** The id of the step that the panel shows. */
  selected?: string | undefined;
  onSelect?: (step: TimelineStep) => void;
  /** Unfolded by `useUnfolded`. */
  unfolded: Unfolded;
  /** Shown inside the card of a step. */
  inside?: (step: TimelineStep) => ReactNode;
};

/** The steps in their order, with the gaps between them. */
export function TimelineList({ timeline, selected, onSelect, unfolded, inside }: TimelineListProps) {
  return (
    <ol className={styles.list} aria-label={LABELS.steps}>
      {timeline.steps.map((step) => (
        <li key={step.id} className={styles.item}>
          {step.gapMs !== undefined && (
            <p className={styles.gap}>
              <span className="visually-hidden">{LABELS.after} </span>
              {duration(step.gapMs)}
            </p>
          )}
          <StepCard
            step={step}
            isLast={step === timeline.steps.at(-1)}
            isSelected={step.id === selected}
            isOpen={unfolded.isOpen(step)}
            onSelect={onSelect && (() => onSelect(step))}
            onToggle={(isOpen) => unfolded.set(step, isOpen)}
          >
            {inside?.(step)}
          </StepCard>
        </li>
      ))}
    </ol>
  );
}

export type Unfolded = {
  readonly isOpen: (step: TimelineStep) => boolean;
  readonly set: (step: TimelineStep, isOpen: boolean) => void;
  /** Unfolds all steps; when all are, folds them. */
  readonly toggleAll: () => void;
  readonly areAllOpen: boolean;
};

/** Which steps show their details: at first the failed ones and the last that has begun; then as the reader wants. */
export function useUnfolded({ steps }: Timeline): Unfolded {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpen = (step: TimelineStep) => chosen.get(step.id) ?? step.startsOpen;
  const areAllOpen = steps.every(isOpen);
  return {
    isOpen,
    set: (step, open) => {
      if (isOpen(step) !== open) setChosen((before) => new Map(before).set(step.id, open));
    },
    areAllOpen,
    toggleAll: () => setChosen(new Map(steps.map(({ id }) => [id, !areAllOpen]))),
  };
}
