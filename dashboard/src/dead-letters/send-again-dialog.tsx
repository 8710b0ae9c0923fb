import { REPLAY_LIMITS } from "@tidings/contract";
import { useState } from "react";
import { useEnvironment } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { Button } from "../components/button.tsx";
import { Checkbox } from "../components/checkbox.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Loading } from "../components/loading.tsx";
import styles from "./dead-letters.module.css";
import type { Request } from "./request.ts";
import { RoundButtons } from "./round-buttons.tsx";
import { isFull, type Plan, usePlan, useSendAgain } from "./send-again.ts";
import { SendProgress } from "./send-progress.tsx";
import { inEnvironment, inRounds, leftOutOf, sendCount, words, wouldBeSent } from "./words.ts";

type DialogProps = { request: Request; onClose: () => void };

/** Counts what would be sent, asks, sends, and shows what became of it. */
export function SendAgainDialog({ request, onClose }: DialogProps) {
  const { environment } = useEnvironment();
  const [includeReached, setIncludeReached] = useState(false);
  const { data: plan, error, refetch, isPlaceholderData } = usePlan(request, includeReached);
  const sending = useSendAgain(request);
  const { progress, isBusy } = sending;
  const count = plan?.replayed ?? 0;
  const footer = progress ? (
    <RoundButtons rounds={sending} onClose={onClose} />
  ) : (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      {plan && count > 0 && (
        <Button
          kind="primary"
          isBusy={isBusy || isPlaceholderData}
          onClick={() => sending.send(plan, includeReached)}
        >
          {sendCount(isFull(plan) && !request.ids ? request.total : count)}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      isOpen
      canClose={!isBusy}
      onClose={onClose}
      title={words.planTitle}
      description={inEnvironment(environment.name)}
      footer={footer}
    >
      <div className={styles.plan}>
        {sending.error && <FailedRead title={words.sendFailed} error={sending.error} />}
        {progress && <SendProgress progress={progress} isStopped={sending.isStopped} onClose={onClose} />}
        {!progress && error && (
          <FailedRead title={words.planFailed} error={error} onRetry={() => void refetch()} />
        )}
        {!progress && !error && !plan && <Loading label={words.planning} lines={2} />}
        {!progress && plan && (
          <PlanFacts
            plan={plan}
            request={request}
            includeReached={includeReached}
            onIncludeReached={setIncludeReached}
          />
        )}
      </div>
    </Dialog>
  );
}

type FactsProps = {
  plan: Plan;
  request: Request;
  includeReached: boolean;
  onIncludeReached: (isIncluded: boolean) => void;
};

function PlanFacts({ plan, request, includeReached, onIncludeReached }: FactsProps) {
  const { replayed, skipped, workflows } = plan;
  const leftOut = workflows.flatMap(leftOutOf);
  return (
    <>
      <p className={styles.number} role="status">
        {replayed === 0 ? words.nothingToSend : wouldBeSent(replayed)}
      </p>
      {leftOut.length > 0 && (
        <ul>
          {leftOut.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {(skipped.reached > 0 || includeReached) && (
        <Checkbox label={words.includeReached} isChecked={includeReached} onChange={onIncludeReached} />
      )}
      {isFull(plan) && !request.ids && <p>{inRounds(request.total, REPLAY_LIMITS.replayed)}</p>}
    </>
  );
}
