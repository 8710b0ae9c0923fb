import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { buttonClass } from "./button.tsx";
import { classNames } from "./class-names.ts";
import styles from "./dialog-box.module.css";
import type { DialogProps } from "./dialog-props.ts";

/** What `Dialog` loads on demand. */
// biome-ignore lint/style/noDefaultExport: what is loaded lazily is a default export
export default function DialogBox({ isOpen, onClose, canClose = true, form = "box", ...parts }: DialogProps) {
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
