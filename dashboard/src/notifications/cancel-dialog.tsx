import { useState } from "react";
import { sentenceOf } from "../app/failed-read.tsx";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { type CancelProgress, useCancelRounds } from "./cancel-rounds.ts";
import {
  alreadyOver,
  cancelCount,
  canceledOf,
  cancelWhat,
  notCanceled,
  overMeanwhile,
  words,
} from "./list-words.ts";
import styles from "./notifications-screen.module.css";

/** The selected ones that wait, and how many of the selected are over. */
export type CancelRequest = { ids: readonly string[]; over: number };

type DialogProps = { request: CancelRequest; onClose: () => void; onDone: () => void };

/** Says what ends, asks, cancels, and shows what became of it. */
export function CancelDialog({ request: { ids, over }, onClose, onDone }: DialogProps) {
  const { progress, isStopped, start, stop } = useCancelRounds();
  const [isBusy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    await start(ids);
    setBusy(false);
    onDone();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      canClose={!isBusy}
      title={words.cancelTitle}
      footer={
        <Buttons
          count={ids.length}
          state={stateOf(progress)}
          onClose={onClose}
          onStop={stop}
          onCancel={() => void cancel()}
        />
      }
    >
      <div className={styles.plan}>
        {!progress && ids.length > 0 && <p>{cancelWhat(ids.length)}</p>}
        {!progress && over > 0 && <p>{ids.length > 0 ? alreadyOver(over) : words.nothingToCancel}</p>}
        {progress && <Progress progress={progress} />}
        {isStopped && <p>{words.stopped}</p>}
      </div>
    </Dialog>
  );
}

function Progress({ progress: { total, canceled, over, failed, error } }: { progress: CancelProgress }) {
  return (
    <>
      <progress
        className={styles.progress}
        aria-label={words.progress}
        value={canceled + over + failed}
        max={total}
      />
      <p role="status">{canceledOf(canceled, total)}</p>
      {over > 0 && <p>{overMeanwhile(over)}</p>}
      {error && (
        <p role="alert">
          {notCanceled(failed)} {sentenceOf(error)}
        </p>
      )}
    </>
  );
}

type State = "asking" | "busy" | "done";

function stateOf(progress: CancelProgress | undefined): State {
  if (!progress) return "asking";
  return progress.isDone ? "done" : "busy";
}

type ButtonsProps = {
  count: number;
  state: State;
  onClose: () => void;
  onStop: () => void;
  onCancel: () => void;
};

function Buttons({ count, state, onClose, onStop, onCancel }: ButtonsProps) {
  if (state === "busy") return <Button onClick={onStop}>{words.stop}</Button>;
  if (state === "done" || count === 0) return <Button onClick={onClose}>{words.close}</Button>;
  return (
    <>
      <Button onClick={onClose}>{words.keep}</Button>
      <Button kind="danger" onClick={onCancel}>
        {cancelCount(count)}
      </Button>
    </>
  );
}
