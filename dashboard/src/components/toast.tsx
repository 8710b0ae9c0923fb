import { lazy } from "react";
import { OnDemand } from "./on-demand.tsx";
import { useSaid } from "./said.ts";

export { say } from "./said.ts";

const ToastList = lazy(() => import("./toast-list.tsx"));

/** Where toasts appear; once in the app. */
export function Toasts() {
  const said = useSaid();
  if (said.length === 0) return null;
  return (
    <OnDemand>
      <ToastList said={said} />
    </OnDemand>
  );
}
