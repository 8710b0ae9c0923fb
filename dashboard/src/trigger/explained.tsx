import type { Explanation } from "@tidings/contract";
import { lazy, Suspense, useState } from "react";
import { Field, Select } from "../components/field.tsx";
import { Loading } from "../components/loading.tsx";
import { fullNameOf } from "../timeline/person.ts";
import { statusSentence } from "../timeline/trigger-status.ts";
import { outcomeOf } from "./outcome.ts";
import styles from "./trigger.module.css";
import { words } from "./words.ts";

const ExplainedTimeline = lazy(() =>
  import("../timeline/explained-timeline.tsx").then((module) => ({ default: module.ExplainedTimeline })),
);

type ExplainedProps = { explanation: Explanation };

/** Who would get what, and the steps of one of them. */
export function Explained({ explanation }: ExplainedProps) {
  const { status, recipients, unknownTopics } = explanation;
  const [chosen, setChosen] = useState("");
  const recipient = recipients.find(({ subscriberId }) => subscriberId === chosen) ?? recipients[0];
  const choices = recipients.map((one) => ({ value: one.subscriberId, label: fullNameOf(one) }));
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
          <ExplainedTimeline key={recipient.subscriberId} explanation={explanation} recipient={recipient} />
        </Suspense>
      )}
    </>
  );
}

const sentenceOf = (explanation: Explanation): string =>
  explanation.recipients.length === 0 ? words.noRecipients : outcomeOf(explanation);
