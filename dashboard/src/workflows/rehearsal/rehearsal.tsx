import type { ExplanationInput, Workflow } from "@tidings/contract";
import { useState } from "react";
import { FailedRead } from "../../app/failed-read.tsx";
import { useRead } from "../../app/read.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loading } from "../../components/loading.tsx";
import { TheirTimes } from "../../components/their-times.tsx";
import { useTimes } from "../../components/times.ts";
import { personOf } from "../../timeline/person.ts";
import { useExplanation } from "../../timeline/use-explanation.ts";
import { EXPLANATION_LABELS } from "../../timeline/words.ts";
import type { Draft } from "../draft.ts";
import { MomentField } from "./moment-field.tsx";
import { PayloadField } from "./payload-field.tsx";
import { PersonField } from "./person-field.tsx";
import styles from "./rehearsal.module.css";
import { Rehearsed } from "./rehearsed.tsx";
import { usePayload } from "./use-payload.ts";
import { usePerson } from "./use-person.ts";
import { words } from "./words.ts";

export type RehearsalProps = {
  /** The stored workflow. */
  stored: Workflow;
  /** What would be triggered. */
  draft: Draft;
  /** The step that is edited: its message is open. */
  stepId: string | undefined;
  /** The subscriberId of the person, of the address (`?as=`). */
  person: string | undefined;
  onPerson: (subscriberId: string) => void;
};

/** What the draft would do for a person, with a payload, at a moment. */
export function Rehearsal({ stored, draft, stepId, person: given, onPerson }: RehearsalProps) {
  const { workflowId } = stored;
  const { data, error, refetch } = useRead(["last-notification", workflowId], (client) =>
    client.notifications.list({ workflowIds: [workflowId], limit: 1 }),
  );
  const last = data && (data.data[0] ?? null);
  const person = usePerson({ person: given, onPerson, last });
  const payload = usePayload(stored, last);
  const [at, setAt] = useState<string>();
  const { subscriberId, subscriber } = person;
  const isComplete = last !== undefined && person.isRead && payload.value !== undefined && at !== "";
  const explained = useExplanation(
    isComplete && subscriberId !== undefined
      ? bodyOf({ name: workflowId, to: subscriberId, payload: payload.value, draft, at })
      : undefined,
  );
  const { now: present } = useTimes();
  const now = explained.explanation && at === undefined ? new Date(explained.explanation.at) : present;
  return (
    <div className={styles.rehearsal}>
      <h2>{words.title}</h2>
      <p className={styles.help}>{EXPLANATION_LABELS.nothingSent}</p>
      {error && <FailedRead title={words.cannotBeRead} error={error} onRetry={() => void refetch()} />}
      {person.hasNoSubscribers && (
        <EmptyState title={words.noSubscribers}>{words.noSubscribersWhy}</EmptyState>
      )}
      {subscriberId === undefined && !person.hasNoSubscribers && !error && (
        <Loading label={words.working} lines={4} />
      )}
      {subscriberId !== undefined && (
        <TheirTimes name={personOf(subscriber ?? { subscriberId })} zone={subscriber?.timezone}>
          <div className={styles.inputs}>
            <PersonField person={person} />
            <MomentField at={at} onChange={setAt} now={now} />
          </div>
          <PayloadField payload={payload} />
          <Rehearsed explained={explained} subscriberId={subscriberId} stepId={stepId} />
        </TheirTimes>
      )}
    </div>
  );
}

type Asked = {
  name: string;
  to: string;
  payload: Readonly<Record<string, unknown>> | undefined;
  draft: Draft;
  at: string | undefined;
};

function bodyOf({ name, to, payload = {}, draft, at }: Asked): ExplanationInput {
  const workflow = draft as ExplanationInput["workflow"];
  return { name, to, payload, workflow, ...(at === undefined ? {} : { at }) } as ExplanationInput;
}
