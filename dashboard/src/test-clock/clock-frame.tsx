import { Outlet } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useMemo } from "react";
import { useEnvironment } from "../app/environment.tsx";
import { usePresent } from "../app/present.ts";
import { TimesContext, useTimes } from "../components/times.ts";
import styles from "./clock-place.module.css";

const ClockBar = lazy(() => import("./clock-bar.tsx").then(({ ClockBar: bar }) => ({ default: bar })));

/** Around the screens of an environment: those of a test environment have its clock above them. */
export function ClockFrame() {
  const { environment } = useEnvironment();
  return (
    <>
      {environment.isTest && (
        <Suspense fallback={<div className={styles.place} />}>
          <ClockBar />
        </Suspense>
      )}
      <OwnTimes>
        <Outlet />
      </OwnTimes>
    </>
  );
}

/** The present of the screens is that of the environment; until it has been read, the browser's. */
function OwnTimes({ children }: { children: ReactNode }) {
  const times = useTimes();
  const ms = usePresent()?.getTime();
  const value = useMemo(() => (ms === undefined ? times : { ...times, now: new Date(ms) }), [times, ms]);
  return <TimesContext value={value}>{children}</TimesContext>;
}
