import { type Tidings, TidingsError } from "@tidings/client";
import { useRef, useState } from "react";
import { useEnvironment } from "../app/environment.tsx";

export type CancelProgress = {
  readonly total: number;
  readonly canceled: number;
  /** Nothing of these was left to cancel. */
  readonly over: number;
  /** Those that the service refused, and why the last of them was. */
  readonly failed: number;
  readonly error: Error | undefined;
  readonly isDone: boolean;
};

const AT_ONCE = 4;

type Cancel = Tidings["notifications"]["cancel"];
type Rounds = {
  ids: readonly string[];
  cancel: Cancel;
  mayGoOn: () => boolean;
  onProgress: (progress: CancelProgress) => void;
};

/** Cancels each of them, a few at once; what was deleted meanwhile counts as over. */
export async function cancelRounds({ ids, cancel, mayGoOn, onProgress }: Rounds): Promise<void> {
  let progress: CancelProgress = {
    ...{ total: ids.length, canceled: 0, over: 0, failed: 0 },
    ...{ error: undefined, isDone: false },
  };
  const report = (changes: Partial<CancelProgress>): void => {
    progress = { ...progress, ...changes };
    onProgress(progress);
  };
  const rest = [...ids];
  const work = async (): Promise<void> => {
    for (let id = rest.shift(); id !== undefined && mayGoOn(); id = rest.shift()) {
      try {
        const { canceled } = await cancel(id);
        report(canceled > 0 ? { canceled: progress.canceled + 1 } : { over: progress.over + 1 });
      } catch (error) {
        const isGone = error instanceof TidingsError && error.status === 404;
        if (isGone) report({ over: progress.over + 1 });
        else report({ failed: progress.failed + 1, error: error as Error });
      }
    }
  };
  report({});
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  report({ isDone: true });
}

/** Cancels in the page's environment, and can be stopped. */
export function useCancelRounds() {
  const { client } = useEnvironment();
  const [progress, setProgress] = useState<CancelProgress>();
  const [isStopped, setStopped] = useState(false);
  const mayGoOn = useRef(true);
  const start = (ids: readonly string[]): Promise<void> =>
    cancelRounds({
      ids,
      cancel: client.notifications.cancel,
      mayGoOn: () => mayGoOn.current,
      onProgress: setProgress,
    });
  const stop = (): void => {
    mayGoOn.current = false;
    setStopped(true);
  };
  return { progress, isStopped, start, stop };
}
