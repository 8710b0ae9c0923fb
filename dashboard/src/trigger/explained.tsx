import type { Explanation } from "@tidings/contract";
import { lazy, Suspense, useState } from "react";
import { Field, Select } from "../components/field.tsx";
import { Loading } from "../components/loading.tsx";
import { outcomeOf } from "./outcome.ts";
import type { Chosen } from "./recipients.ts";
import styles from "./trigger.module.css";
import { statusSentence, words } from "./words.ts";

const RecipientTimeline = lazy(() =>
  import("./recipient-timeline.tsx").then((module) => ({ default: module.RecipientTimeline })),
);

type ExplainedProps = { explanation: Explanation; to: readonly Chosen[] };

/** Who would get what, and the steps of one of them. */
export function Explained({ explanation, to }: ExplainedProps) {
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
        <Suspense fallback={<Loading label={words.explaining} lines={4} />}>
          <RecipientTimeline
            key={recipient.subscriberId}
            explanation={explanation}
            recipient={recipient}
            name={nameOf(recipient.subscriberId)}
          />
        </Suspense>
      )}
    </>
  );
}

const sentenceOf = (explanation: Explanation): string =>
  explanation.recipients.length === 0 ? words.noRecipients : outcomeOf(explanation);
