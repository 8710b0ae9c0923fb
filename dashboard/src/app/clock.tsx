import { type ReactNode, useEffect, useMemo, useState } from "react";
import { TimesContext } from "../components/times.ts";
import { useSettings } from "./settings.ts";

/** The only home of the browser's clock. */
export const now = (): Date => new Date();

const EVERY_MS = 30_000;

/** The present, which changes after each of these times; for countdowns. */
export function useNow(everyMs: number): Date {
  const [present, setPresent] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setPresent(now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return present;
}

/** Gives all pages the chosen zone and the present. */
export function Clock({ children }: { children: ReactNode }) {
  const { times } = useSettings();
  const present = useNow(EVERY_MS);
  const value = useMemo(() => ({ of: times, now: present, serviceNow: present }), [times, present]);
  return <TimesContext value={value}>{children}</TimesContext>;
}
