import type { Explanation, SimulatedRecipient } from "@tidings/contract";
import { useState } from "react";
import styles from "./explained-timeline.module.css";
import { MessageView } from "./message-view/message-view.tsx";
import { shownMessage } from "./message-view/shown-message.ts";
import { explanationTimeline } from "./timeline.ts";
import { TimelineList, useUnfolded } from "./timeline-list.tsx";
import type { TimelineStep } from "./timeline-step.ts";
import { EXPLANATION_LABELS } from "./words.ts";

type TimelineProps = {
  explanation: Explanation;
  recipient: SimulatedRecipient;
  /** The step that stands out. */
  selected?: string | undefined;
  /** Whose messages are shown until the reader folds them; default: none. */
  showsMessage?: (step: TimelineStep) => boolean;
};

/** The steps of one recipient of an explanation, as they would be, with their messages. */
export function ExplainedTimeline({ explanation, recipient, selected, showsMessage }: TimelineProps) {
  const timeline = explanationTimeline(explanation, recipient.subscriberId);
  const unfolded = useUnfolded(timeline);
  const inside = (step: TimelineStep) => (
    <StepMessages step={step} recipient={recipient} startsOpen={showsMessage?.(step) ?? false} />
  );
  return <TimelineList timeline={timeline} selected={selected} unfolded={unfolded} inside={inside} />;
}

type MessagesProps = { step: TimelineStep; recipient: SimulatedRecipient; startsOpen: boolean };

/** The rendered messages of a step, on demand: each mail needs a frame of its own. */
function StepMessages({ step, recipient, startsOpen }: MessagesProps) {
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? startsOpen;
  const messages = recipient.steps.find(({ stepId }) => stepId === step.stepId)?.messages ?? [];
  const sent = messages.filter(({ errorText }) => errorText === undefined);
  if (sent.length === 0) return null;
  return (
    <details
      className={styles.message}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => open !== isOpen && setChosen(open)}
    >
      <summary>
        {EXPLANATION_LABELS.message}
        <span className="visually-hidden"> {step.name}</span>
      </summary>
      {isOpen &&
        sent.map((message, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: simulated messages have no id
          <MessageView key={at} message={shownMessage(message)} />
        ))}
    </details>
  );
}
