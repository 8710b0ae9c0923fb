import { lazy, type ReactNode, useState } from "react";
import { OnDemand } from "./on-demand.tsx";

const DialogBox = lazy(() => import("./dialog-box.tsx"));

export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons, at the end: the one that acts is the last. */
  footer?: ReactNode;
  /** `sheet`: comes from below on phones, from the side elsewhere. Default: a box in the middle. */
  form?: "box" | "sheet";
  /** False: neither Escape nor a press beside it closes it, and it has no button to close it. Default true. */
  canClose?: boolean;
};

/** A modal dialog. Escape and a press beside it close it; the focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const [isLoaded, setLoaded] = useState(false);
  if (props.isOpen && !isLoaded) setLoaded(true);
  return <OnDemand>{isLoaded && <DialogBox {...props} />}</OnDemand>;
}
