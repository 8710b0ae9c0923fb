import type { Integration, IntegrationHealth, WaitsForRate } from "@tidings/contract";
import type { ReactNode } from "react";
import { useNow } from "../app/clock.tsx";
import { useMay } from "../app/environment.tsx";
import { sentenceOf } from "../app/failed-read.tsx";
import { useWrite } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import cards from "../components/card.module.css";
import { Moment } from "../components/moment.tsx";
import { say } from "../components/toast.tsx";
import styles from "./integrations.module.css";
import { CHANGES } from "./reads.ts";
import { calls, milliseconds, openFor, waitingForRate, waitingMessages, words } from "./words.ts";

/** What the calls to the provider achieved, and the circuit breaker. */
export function HealthBox({ integration }: { integration: Integration }) {
  const { health, breaker, waitsForRate } = integration;
  return (
    <section className={cards.card} aria-labelledby="health">
      <h2 id="health">{words.health}</h2>
      {breaker?.openUntil && <Breaker integration={integration} openUntil={breaker.openUntil} />}
      {waitsForRate && <RateWaiting wait={waitsForRate} />}
      {health ? <Facts health={health} /> : <p>{words.unused}</p>}
    </section>
  );
}

function Facts({ health }: { health: IntegrationHealth }) {
  const { accepted, failed, p50Ms, p95Ms, waiting, lastSuccessAt, lastFailureAt, lastError } = health;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [words.lastHour, calls(accepted, failed)],
    [words.half, p50Ms === undefined ? undefined : milliseconds(p50Ms)],
    [words.most, p95Ms === undefined ? undefined : milliseconds(p95Ms)],
    [words.waiting, waitingMessages(waiting)],
    [words.lastSuccess, lastSuccessAt && <Moment at={lastSuccessAt} />],
    [words.lastFailure, lastFailureAt && <Moment at={lastFailureAt} />],
    [words.lastError, lastError],
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== undefined && value !== "")
        .map(([label, value]) => [<dt key={`${label} label`}>{label}</dt>, <dd key={label}>{value}</dd>])}
    </dl>
  );
}

/** What waits for the rate of the integration, why, and until when. */
function RateWaiting({ wait: { reason, until, messages } }: { wait: WaitsForRate }) {
  return (
    <p className={styles.breaker}>
      <span>
        {waitingForRate(messages, reason)} <Moment at={until} isInSentence />
      </span>
    </p>
  );
}

type BreakerProps = { integration: Integration; openUntil: string };

function Breaker({ integration: { _id = "" }, openUntil }: BreakerProps) {
  const mayManage = useMay("manage");
  const now = useNow(1_000);
  const seconds = Math.max(0, Math.ceil((Date.parse(openUntil) - now.getTime()) / 1_000));
  const close = useWrite((client, id: string) => client.integrations.closeBreaker(id), CHANGES);
  const closeNow = () =>
    close.mutate(_id, {
      onSuccess: () => say(words.closed),
      onError: (error) => say(`${words.notClosed}: ${sentenceOf(error)}`),
    });
  return (
    <div className={styles.breaker}>
      <p>{openFor(seconds)}</p>
      {mayManage && (
        <Button isSmall onClick={closeNow} isBusy={close.isPending}>
          {words.closeNow}
        </Button>
      )}
    </div>
  );
}
