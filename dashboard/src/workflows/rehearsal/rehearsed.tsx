import { TidingsError } from "@tidings/client";
import { useEffect, useRef } from "react";
import { Refusal } from "../../app/refusal.tsx";
import { Loading } from "../../components/loading.tsx";
import { ExplainedTimeline } from "../../timeline/explained-timeline.tsx";
import { statusSentence } from "../../timeline/trigger-status.ts";
import type { ReadExplanation } from "../../timeline/use-explanation.ts";
import { draftProblem } from "../draft-problems.ts";
import styles from "./rehearsal.module.css";
import { revealIn } from "./reveal.ts";
import { words } from "./words.ts";

type RehearsedProps = {
  explained: ReadExplanation;
  subscriberId: string | undefined;
  /** The step that is edited. */
  stepId: string | undefined;
};

/** All steps as they would be; after a refusal, as they would have been before. */
export function Rehearsed({ explained, subscriberId, stepId }: RehearsedProps) {
  const { explanation, error, isBusy, retry } = explained;
  const recipient = explanation?.recipients.find((one) => one.subscriberId === subscriberId);
  const box = useRef<HTMLDivElement>(null);
  const hasSteps = recipient !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when another step is edited
  useEffect(() => revealIn(box.current, "[data-selected]"), [stepId, hasSteps]);
  const isNothing = explanation !== undefined && explanation.status !== "processed";
  return (
    <>
      {error && (
        <Refusal
          title={words.failed}
          error={error}
          wordsOf={draftProblem}
          {...(mayPass(error) ? { onRetry: retry } : {})}
        />
      )}
      {error && recipient && <p className={styles.help}>{words.stale}</p>}
      {!error && !recipient && !isNothing && <Loading label={words.working} lines={4} />}
      {isNothing && <p role="status">{statusSentence(explanation.status)}</p>}
      <div
        ref={box}
        className={styles.result}
        aria-busy={isBusy}
        data-busy={isBusy || undefined}
        data-refused={error !== null || undefined}
      >
        {recipient?.isNew && <p className={styles.help}>{words.isNew}</p>}
        {recipient && (
          <ExplainedTimeline
            key={recipient.subscriberId}
            explanation={explanation as NonNullable<typeof explanation>}
            recipient={recipient}
            selected={stepId}
            showsMessage={(step) => step.stepId === stepId}
          />
        )}
      </div>
    </>
  );
}

/** Whether the same request may succeed later: not if it is refused for what it says. */
const mayPass = (error: Error): boolean =>
  !(error instanceof TidingsError) || error.status < 400 || error.status === 429 || error.status >= 500;
