import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useEnvironment } from "../app/environment.tsx";

const ClockBar = lazy(() => import("./clock-bar.tsx").then(({ ClockBar: bar }) => ({ default: bar })));

/** Around the screens of an environment: those of a test environment have its clock above them. */
export function ClockFrame() {
  const { environment } = useEnvironment();
  return (
    <>
      {environment.isTest && (
        <Suspense fallback={null}>
          <ClockBar />
        </Suspense>
      )}
      <Outlet />
    </>
  );
}
