import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "./button.tsx";
import { classNames } from "./class-names.ts";
import styles from "./dialog.module.css";

type DialogProps = {
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
export function Dialog({ isOpen, onClose, canClose = true, form = "box", ...parts }: DialogProps) {
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => !open && canClose && onClose()}
      disablePointerDismissal={!canClose}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={classNames(styles.popup, styles[form])}>
          <header className={styles.header}>
            <Base.Title className={styles.title}>{parts.title}</Base.Title>
            {canClose && (
              <Base.Close className={buttonClass("quiet", true)} aria-label="Close">
                <X size={18} aria-hidden />
              </Base.Close>
            )}
          </header>
          {parts.description && (
            <Base.Description className={styles.description}>{parts.description}</Base.Description>
          )}
          <div className={styles.body}>{parts.children}</div>
          {parts.footer && <footer className={styles.footer}>{parts.footer}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
