import { lazy, Suspense } from "react";
import { useSaid } from "./said.ts";

export { say } from "./said.ts";

const ToastList = lazy(() => import("./toast-list.tsx"));

/** Where toasts appear; once in the app. */
export function Toasts() {
  const said = useSaid();
  if (said.length === 0) return null;
  return (
    <Suspense>
      <ToastList said={said} />
    </Suspense>
  );
}
