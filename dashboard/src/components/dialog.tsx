import { lazy, useState } from "react";
import type { DialogProps } from "./dialog-props.ts";
import { OnDemand } from "./on-demand.tsx";

export type { DialogProps } from "./dialog-props.ts";

const DialogBox = lazy(() => import("./dialog-box.tsx"));

/** A modal dialog. Escape and a press beside it close it; the focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const [isLoaded, setLoaded] = useState(false);
  if (props.isOpen && !isLoaded) setLoaded(true);
  return <OnDemand>{isLoaded && <DialogBox {...props} />}</OnDemand>;
}
