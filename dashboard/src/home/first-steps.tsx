import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useEnvironment } from "../app/environment.tsx";
import { sentenceOf } from "../app/failed-read.tsx";
import { LinkButton } from "../app/link-button.tsx";
import { addressIn } from "../app/navigation.ts";
import { useWrite } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import cards from "../components/card.module.css";
import { StateMark } from "../components/state-mark.tsx";
import { say } from "../components/toast.tsx";
import styles from "./home.module.css";
import { type OpenSteps, STEPS } from "./use-first-steps.ts";
import { type FirstStep, SAMPLE, stepTitle, words } from "./words.ts";

/** What a new environment still lacks. */
export function FirstSteps({ steps: { done, hasSample, putAway } }: { steps: OpenSteps }) {
  return (
    <section className={cards.card} aria-labelledby="steps">
      <div className={styles.head}>
        <h2 id="steps">{words.steps}</h2>
        <Button kind="quiet" isSmall onClick={putAway}>
          {words.putAway}
        </Button>
      </div>
      <ol className={styles.rows}>
        {STEPS.map((step) => (
          <li key={step} className={styles.step}>
            <StateMark
              state={done.has(step) ? "delivered" : "pending"}
              word={stepTitle(step, done.has(step))}
            />
            {!done.has(step) && <Action step={step} hasSample={hasSample} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Action({ step, hasSample }: { step: FirstStep; hasSample: boolean }): ReactNode {
  const sample = `workflows/${SAMPLE.workflowId}`;
  if (step === "sent" && hasSample) return <SendSample />;
  if (step === "sent")
    return <ToScreen path="workflows" search={{ new: "welcome" }} text={words.makeSample} />;
  if (step === "changed")
    return hasSample ? (
      <ToScreen path={sample} search={{ step: SAMPLE.stepId }} text={words.change} />
    ) : (
      <ToScreen path="workflows" text={words.choose} />
    );
  if (step === "called" && hasSample)
    return <ToScreen path={sample} search={{ step: "~trigger" }} text={words.howToCall} />;
  return step === "connected" ? <ToScreen path="integrations/~connect" text={words.choose} /> : null;
}

type ToScreenProps = { path: string; search?: Readonly<Record<string, string>>; text: string };

function ToScreen({ path, search = {}, text }: ToScreenProps) {
  const { environment } = useEnvironment();
  return (
    <LinkButton to={addressIn(environment.identifier, path) as string} search={search as never} isSmall>
      {text}
    </LinkButton>
  );
}

/** Triggers the sample and opens what became of it. */
function SendSample() {
  const { environment } = useEnvironment();
  const navigate = useNavigate();
  const { workflowId, subscriberId, text } = SAMPLE;
  const send = useWrite((client, payload: { text: string }) =>
    client.events.trigger({ name: workflowId, to: subscriberId, payload }),
  );
  const start = () =>
    send.mutate(
      { text },
      {
        onSuccess: ({ transactionId = "" }) =>
          void navigate({
            to: "/in/$environment/triggers/$transactionId",
            params: { environment: environment.identifier, transactionId },
            search: {},
          }),
        onError: (error) => say(`${words.notSent}: ${sentenceOf(error)}`),
      },
    );
  return (
    <Button isSmall onClick={start} isBusy={send.isPending}>
      {words.send}
    </Button>
  );
}
