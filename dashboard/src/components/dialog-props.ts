import type { ReactNode } from "react";

export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons, at the end: the one that acts is the last. */
  footer?: ReactNode;
  /** `sheet`: comes from below on phones, from the side elsewhere; `wide`: a wider box. Default: a box in the middle. */
  form?: "box" | "wide" | "sheet";
  /** False: neither Escape nor a press beside it closes it, and it has no button to close it. Default true. */
  canClose?: boolean;
};
