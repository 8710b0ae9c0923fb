import type { TestClock } from "@tidings/contract";
import { CirclePause, Clock as ClockIcon } from "lucide-react";
import { confirm } from "../app/confirm.tsx";
import { useMay } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { Button } from "../components/button.tsx";
import { classNames } from "../components/class-names.ts";
import { longTime, useTimes, zoneOf } from "../components/times.ts";
import styles from "./clock-bar.module.css";
import placeStyles from "./clock-place.module.css";
import { MoveButtons } from "./move-buttons.tsx";
import { NextDue } from "./next-due.tsx";
import { useFreeze, useMove, useTestClock } from "./use-test-clock.ts";
import { words } from "./words.ts";

/** The clock of a test environment: what it says, what comes next, and the ways to move it. */
export function ClockBar() {
  const { data, error, refetch } = useTestClock();
  if (!data && !error) return <div className={placeStyles.place} />;
  return (
    <section
      id="clock"
      tabIndex={-1}
      className={classNames(placeStyles.place, styles.bar)}
      aria-label={words.clock}
    >
      {data?.isFrozen && <FrozenClock clock={data} />}
      {data && !data.isFrozen && <RunningClock />}
      {!data && error && (
        <FailedRead title={words.cannotBeRead} error={error} onRetry={() => void refetch()} />
      )}
    </section>
  );
}

function RunningClock() {
  const mayFreeze = useMay("manage");
  const freeze = useFreeze();
  const ask = async (): Promise<void> => {
    const question = { title: words.freeze, description: words.freezeWhat, action: words.freeze };
    if (await confirm(question)) freeze.mutate(undefined);
  };
  return (
    <div className={styles.line}>
      <ClockIcon size={18} aria-hidden />
      <span className={styles.text}>{words.runs}</span>
      {mayFreeze && (
        <Button isSmall onClick={() => void ask()} isBusy={freeze.isPending}>
          {words.freeze}
        </Button>
      )}
      {freeze.error && <FailedRead title={words.cannotBeMoved} error={freeze.error} />}
    </div>
  );
}

function FrozenClock({ clock }: { clock: TestClock }) {
  const mayMove = useMay("manage");
  const moving = useMove();
  const { isMoving, target, isStopped } = moving;
  return (
    <>
      <div className={styles.line}>
        <CirclePause size={18} aria-hidden />
        <span className={styles.text}>
          <span className="visually-hidden">{words.frozen} </span>
          <ClockTime at={clock.now} />
        </span>
        <NextDue clock={clock} />
      </div>
      {mayMove && <MoveButtons clock={clock} moving={moving} />}
      <p className={styles.state} role="status">
        {isMoving && target && (
          <>
            {words.moving} <ClockTime at={target} />
          </>
        )}
        {!isMoving && isStopped && words.stopped}
        {!isMoving && !isStopped && !clock.isSettled && words.working}
      </p>
      {moving.error && <FailedRead title={words.cannotBeMoved} error={moving.error} />}
    </>
  );
}

/** With its date: the clock may stand in any year. */
export function ClockTime({ at }: { at: string }) {
  const { of } = useTimes();
  return <time dateTime={at}>{longTime(new Date(at), zoneOf(of))}</time>;
}
