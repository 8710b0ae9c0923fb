import { Link } from "@tanstack/react-router";
import { DISCARD_LIMIT } from "@tidings/contract";
import { useEnvironment } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Loading } from "../components/loading.tsx";
import styles from "./dead-letters.module.css";
import { type DiscardPlan, isFullDiscard, useDiscard, useDiscardPlan } from "./discard.ts";
import { SEARCH_OF } from "./filters.ts";
import type { Request } from "./request.ts";
import { RoundButtons } from "./round-buttons.tsx";
import { discardCount, discardedOf, discardRounds, inThe, words, wouldBeDiscarded } from "./words.ts";

type DialogProps = { request: Request; onClose: () => void };

/** Counts what would be discarded, asks, and discards it. */
export function DiscardDialog({ request, onClose }: DialogProps) {
  const { environment } = useEnvironment();
  const { data: plan, error, refetch } = useDiscardPlan(request);
  const discarding = useDiscard(request);
  const { progress, isBusy } = discarding;
  return (
    <Dialog
      isOpen
      canClose={!isBusy}
      onClose={onClose}
      title={words.discardTitle}
      description={inThe(environment.name)}
      footer={<Footer {...{ request, plan, discarding, onClose }} />}
    >
      <div className={styles.plan}>
        {discarding.error && <FailedRead title={words.discardFailed} error={discarding.error} />}
        {progress && <Progress discarding={discarding} onClose={onClose} />}
        {!progress && error && (
          <FailedRead title={words.discardCountFailed} error={error} onRetry={() => void refetch()} />
        )}
        {!progress && !error && !plan && <Loading label={words.discardCounting} lines={2} />}
        {!progress && plan && <PlanFacts plan={plan} request={request} />}
      </div>
    </Dialog>
  );
}

function PlanFacts({ plan, request: { ids, total } }: { plan: DiscardPlan; request: Request }) {
  const { discarded } = plan;
  return (
    <>
      <p className={styles.number} role="status">
        {discarded === 0
          ? words.nothingToDiscard
          : wouldBeDiscarded(isFullDiscard(plan) && !ids ? total : discarded)}
      </p>
      {discarded > 0 && <p>{words.discardWhat}</p>}
      {isFullDiscard(plan) && !ids && <p>{discardRounds(total, DISCARD_LIMIT)}</p>}
    </>
  );
}

type Discarding = ReturnType<typeof useDiscard>;
type ProgressProps = { discarding: Discarding; onClose: () => void };

function Progress({ discarding: { progress, isStopped }, onClose }: ProgressProps) {
  if (!progress) return null;
  const { done, total, isOver } = progress;
  return (
    <>
      <progress
        className={styles.progress}
        aria-label={words.progress}
        value={done}
        max={Math.max(total, 1)}
      />
      <p className={styles.number} role="status">
        {discardedOf(done, total)}
      </p>
      {isStopped && <p>{isOver ? words.stopped : words.stopping}</p>}
      {isOver && (
        <p>
          <Link to="." search={SEARCH_OF.discarded} onClick={onClose}>
            {words.showDiscarded}
          </Link>
        </p>
      )}
    </>
  );
}

type FooterProps = DialogProps & { plan: DiscardPlan | undefined; discarding: Discarding };

function Footer({ request: { ids, total }, plan, discarding, onClose }: FooterProps) {
  const { discard, progress, isBusy } = discarding;
  if (progress) return <RoundButtons rounds={discarding} onClose={onClose} />;
  const count = plan && isFullDiscard(plan) && !ids ? total : (plan?.discarded ?? 0);
  return (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      {plan && count > 0 && (
        <Button kind="danger" isBusy={isBusy} onClick={() => discard(plan)}>
          {discardCount(count)}
        </Button>
      )}
    </>
  );
}
