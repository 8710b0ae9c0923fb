import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useEnvironment } from "../app/environment.tsx";
import { sentenceOf } from "../app/failed-read.tsx";
import { LinkButton } from "../app/link-button.tsx";
import { useRead, useWrite } from "../app/read.ts";
import { readStored, store } from "../app/storage.ts";
import { Button } from "../components/button.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { say } from "../components/toast.tsx";
import { doneSteps } from "./done-steps.ts";
import styles from "./home.module.css";
import { useIntegrations, useLastNotifications, useWorkflows } from "./reads.ts";
import { FIRST_STEPS, type FirstStep, SAMPLE, stepTitle, words } from "./words.ts";

const STEPS = Object.keys(FIRST_STEPS) as FirstStep[];

/** What a new environment still lacks, from its data; nothing is stored but that it was put away. */
export function FirstSteps() {
  const { environment } = useEnvironment();
  const storedAs = `first-steps-${environment._id}`;
  const [isAway, setAway] = useState(() => readStored(storedAs) === "away");
  const notifications = useLastNotifications().data?.data;
  const integrations = useIntegrations().data;
  const workflows = useWorkflows(!isAway).data?.workflows;
  const keys = useRead(["keys"], (client) => client.apiKeys.list(environment._id), {
    isEnabled: !isAway,
  }).data;
  if (isAway || !notifications || !integrations || !workflows || !keys) return null;
  const done = doneSteps({ notifications, integrations, workflows, keys });
  if (STEPS.every((step) => done.has(step))) return null;
  const putAway = () => {
    store(storedAs, "away");
    setAway(true);
  };
  const hasSample = workflows.some(({ workflowId }) => workflowId === SAMPLE.workflowId);
  return (
    <section className={styles.card} aria-labelledby="steps">
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
  const { environment } = useEnvironment();
  if (step === "sent") return hasSample ? <SendSample /> : null;
  if (step !== "connected") return null;
  return (
    <LinkButton
      to="/in/$environment/integrations/~connect"
      params={{ environment: environment.identifier }}
      search={{}}
      isSmall
    >
      {words.choose}
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
