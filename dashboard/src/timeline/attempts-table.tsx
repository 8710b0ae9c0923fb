import type { ReactNode } from "react";
import { Moment } from "../components/moment.tsx";
import { duration } from "../components/times.ts";
import type { Attempt } from "./attempts.ts";
import styles from "./attempts-table.module.css";
import { RawBox } from "./raw-box.tsx";
import { Remaining } from "./remaining.tsx";
import { ATTEMPT_LABELS } from "./words.ts";

type AttemptsProps = {
  attempts: readonly Attempt[];
  nextAttemptAt: string | undefined;
  /** Beside the next attempt: a button that makes it now. */
  retry?: ReactNode;
  /** The name of an integration by its provider. */
  carrierOf: (providerId: string | undefined) => string;
};

/** Each attempt to send, then the next one that is planned. */
export function AttemptsTable({ attempts, nextAttemptAt, retry, carrierOf }: AttemptsProps) {
  if (attempts.length === 0 && !nextAttemptAt) return <p className={styles.none}>{ATTEMPT_LABELS.none}</p>;
  return (
    <ol className={styles.list}>
      {attempts.map((attempt) => (
        <li key={`${attempt.at} ${attempt.number} ${attempt.providerId}`} className={styles.attempt}>
          <p className={styles.head}>
            <strong>
              {attempt.number}. {attempt.outcome}
            </strong>
            <span>{carrierOf(attempt.providerId)}</span>
            <span className={styles.at}>{attempt.at && <Moment at={attempt.at} isExact />}</span>
          </p>
          <AttemptFacts attempt={attempt} />
        </li>
      ))}
      {nextAttemptAt && <NextAttempt at={nextAttemptAt} retry={retry} />}
    </ol>
  );
}

function AttemptFacts({ attempt: { status, tookMs, answer, number } }: { attempt: Attempt }) {
  const facts = [
    status === undefined ? undefined : `${ATTEMPT_LABELS.status} ${status}`,
    tookMs === undefined ? undefined : duration(tookMs),
  ].filter((fact) => fact !== undefined);
  return (
    <>
      {facts.length > 0 && <p className={styles.facts}>{facts.join(" · ")}</p>}
      {answer && <RawBox text={answer} label={`${ATTEMPT_LABELS.answer} ${number}`} />}
    </>
  );
}

function NextAttempt({ at, retry }: { at: string; retry: ReactNode }) {
  return (
    <li className={styles.attempt}>
      <p className={styles.head}>
        <strong>{ATTEMPT_LABELS.next}</strong>
        <span className={styles.at}>
          <Moment at={at} />
          <Remaining at={at} />
        </span>
        {retry}
      </p>
    </li>
  );
}
