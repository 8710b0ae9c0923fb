import type { Subscriber } from "@tidings/contract";
import { useState } from "react";
import { FailedRead } from "../app/failed-read.tsx";
import { Loading } from "../components/loading.tsx";
import { explanationTimeline } from "../timeline/timeline.ts";
import cards from "./notification-cards.module.css";
import { StepLines } from "./step-lines.tsx";
import { WouldGetDetails } from "./would-get-details.tsx";
import { useWouldGet, type WouldGet } from "./would-get-reads.ts";
import { WOULD_GET_WORDS as words } from "./would-get-words.ts";

type CardProps = { workflowId: string; name: string; subscriber: Subscriber };

/** One workflow: its messages, when each would be sent, or why not. */
export function WouldGetCard({ workflowId, name, subscriber }: CardProps) {
  const { data, error, refetch } = useWouldGet(workflowId, subscriber.subscriberId);
  return (
    <article className={cards.card} aria-label={name}>
      <header className={cards.head}>
        <h2>{name}</h2>
        <code>{workflowId}</code>
      </header>
      {error && <FailedRead title={words.cannotBeExplained} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading label={words.explaining(name)} lines={2} />}
      {data && <Result read={data} name={name} subscriber={subscriber} />}
    </article>
  );
}

type ResultProps = { read: WouldGet; name: string; subscriber: Subscriber };

function Result({ read, name, subscriber }: ResultProps) {
  const [isOpen, setOpen] = useState(false);
  const { explanation } = read;
  const { status, recipients } = explanation;
  const [recipient] = recipients;
  if (status === "trigger_not_active") return <p>{words.off}</p>;
  if (status === "no_workflow_steps_defined" || !recipient?.steps.length) return <p>{words.noSteps}</p>;
  const timeline = explanationTimeline(explanation, subscriber.subscriberId);
  return (
    <>
      <StepLines steps={timeline.steps} label={words.steps(name)} hasMoments />
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={cards.summary}>
          {words.details}
          <span className="visually-hidden"> {name}</span>
        </summary>
        {isOpen && <WouldGetDetails read={read} recipient={recipient} />}
      </details>
    </>
  );
}
