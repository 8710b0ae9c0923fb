import type { Explanation, SimulatedRecipient } from "@tidings/contract";
import { useState } from "react";
import { Field, Select } from "../components/field.tsx";
import { Loading } from "../components/loading.tsx";
import { MessageView } from "../timeline/message-view/message-view.tsx";
import { shownMessage } from "../timeline/message-view/shown-message.ts";
import { explanationTimeline } from "../timeline/timeline.ts";
import { TimelineList, useUnfolded } from "../timeline/timeline-list.tsx";
import type { TimelineStep } from "../timeline/timeline-step.ts";
import { outcomeOf } from "./outcome.ts";
import type { Chosen } from "./recipients.ts";
import { Refusal } from "./refusal.tsx";
import styles from "./trigger.module.css";
import { statusSentence, words } from "./words.ts";

type ViewProps = {
  /** False: nothing can be explained yet. */
  isAsked: boolean;
  /** False: something was typed since. */
  isCurrent: boolean;
  explanation: Explanation | undefined;
  error: Error | null;
  to: readonly Chosen[];
};

/** What would happen, in the form of what happened. */
export function ExplanationView({ isAsked, isCurrent, explanation, error, to }: ViewProps) {
  return (
    <section className={styles.explanation} aria-labelledby="would-happen" aria-busy={isAsked && !isCurrent}>
      <h2 id="would-happen">{words.wouldHappen}</h2>
      {!isAsked && <p className={styles.help}>{words.wouldHappenEmpty}</p>}
      {isAsked && error && <Refusal title={words.notExplained} error={error} />}
      {isAsked && !error && !explanation && <Loading label={words.explaining} lines={4} />}
      {isAsked && !error && explanation && <Explained explanation={explanation} to={to} />}
    </section>
  );
}

function Explained({ explanation, to }: { explanation: Explanation; to: readonly Chosen[] }) {
  const { status, recipients, unknownTopics } = explanation;
  const [chosen, setChosen] = useState("");
  const recipient = recipients.find(({ subscriberId }) => subscriberId === chosen) ?? recipients[0];
  const nameOf = (id: string): string => to.find((one) => one.id === id && one.kind !== "topic")?.label ?? id;
  const choices = recipients.map(({ subscriberId: value }) => ({ value, label: nameOf(value) }));
  return (
    <>
      <p className={styles.outcome} role="status">
        {status === "processed" ? sentenceOf(explanation) : statusSentence(status)}
      </p>
      {unknownTopics.length > 0 && (
        <p>
          {words.unknownTopics} <code>{unknownTopics.join(", ")}</code>
        </p>
      )}
      {choices.length > 1 && (
        <Field label={words.recipient}>
          <Select value={recipient?.subscriberId ?? ""} onChange={setChosen} choices={choices} />
        </Field>
      )}
      {recipient && status === "processed" && (
        <RecipientTimeline
          key={recipient.subscriberId}
          explanation={explanation}
          recipient={recipient}
          name={nameOf(recipient.subscriberId)}
        />
      )}
    </>
  );
}

const sentenceOf = (explanation: Explanation): string =>
  explanation.recipients.length === 0 ? words.noRecipients : outcomeOf(explanation);

type TimelineProps = { explanation: Explanation; recipient: SimulatedRecipient; name: string };

function RecipientTimeline({ explanation, recipient, name }: TimelineProps) {
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
