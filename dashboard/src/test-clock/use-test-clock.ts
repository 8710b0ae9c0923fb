import type { TestClock } from "@tidings/contract";
import { useEffect, useRef, useState } from "react";
import { useRead, useWrite } from "../app/read.ts";

const KEY = "test-clock";
/** Steps become due without a hint of the service, and work may still be in progress. */
const LOOK_EVERY_MS = 5_000;
const LOOK_SOON_MS = 700;

/** The clock of the environment, looked at again while the page is visible. */
export function useTestClock() {
  const read = useRead([KEY], (client) => client.testClock.get(), { live: ["notifications"] });
  const { refetch } = read;
  const everyMs = read.data?.isSettled === false ? LOOK_SOON_MS : LOOK_EVERY_MS;
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && void refetch(), everyMs);
    return () => clearInterval(timer);
  }, [refetch, everyMs]);
  return read;
}

/** Everything that the pages show may be different afterwards. */
const EVERYTHING = [[]];

export function useFreeze() {
  return useWrite((client) => client.testClock.move({}), EVERYTHING);
}

const hasArrived = ({ now, isSettled }: TestClock, target: string): boolean =>
  isSettled && Date.parse(now) >= Date.parse(target);

/**
 * Moves the clock to a moment. The service answers after 20 seconds at the latest; until everything is settled, the same
 * moment is sent again.
 */
export function useMove() {
  const [target, setTarget] = useState<string>();
  const [isStopped, setStopped] = useState(false);
  const mayGoOn = useRef(true);
  const write = useWrite(async (client, moment: string) => {
    for (;;) {
      const clock = await client.testClock.move({ now: moment });
      if (hasArrived(clock, moment) || !mayGoOn.current) return;
    }
  }, EVERYTHING);
  const move = (moment: string): void => {
    mayGoOn.current = true;
    setStopped(false);
    setTarget(moment);
    write.mutate(moment);
  };
  const stop = (): void => {
    mayGoOn.current = false;
    setStopped(true);
  };
  return { move, stop, isStopped, target, isMoving: write.isPending, error: write.error };
}
