import type { Explanation, SimulatedRecipient } from "@tidings/contract";
import { useState } from "react";
import { MessageView } from "../timeline/message-view/message-view.tsx";
import { shownMessage } from "../timeline/message-view/shown-message.ts";
import { explanationTimeline } from "../timeline/timeline.ts";
import { TimelineList, useUnfolded } from "../timeline/timeline-list.tsx";
import type { TimelineStep } from "../timeline/timeline-step.ts";
import styles from "./trigger.module.css";
import { words } from "./words.ts";

type TimelineProps = { explanation: Explanation; recipient: SimulatedRecipient; name: string };

/** The steps of one recipient, as they would be; loaded when there is something to explain. */
export function RecipientTimeline({ explanation, recipient, name }: TimelineProps) {
  const timeline = explanationTimeline(explanation, recipient.subscriberId, { name });
  const unfolded = useUnfolded(timeline);
  const inside = (step: TimelineStep) => <StepMessages step={step} recipient={recipient} />;
  return <TimelineList timeline={timeline} unfolded={unfolded} inside={inside} />;
}

/** The rendered messages of a step, on demand: each mail needs a frame of its own. */
function StepMessages({ step, recipient }: { step: TimelineStep; recipient: SimulatedRecipient }) {
  const [isOpen, setOpen] = useState(false);
  const messages = recipient.steps.find(({ stepId }) => stepId === step.stepId)?.messages ?? [];
  if (messages.length === 0) return null;
  return (
    <details
      className={styles.message}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {words.message}
        <span className="visually-hidden"> {step.name}</span>
      </summary>
      {isOpen &&
        messages.map((message, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: simulated messages have no id
          <MessageView key={at} message={shownMessage(message)} />
        ))}
    </details>
  );
}
