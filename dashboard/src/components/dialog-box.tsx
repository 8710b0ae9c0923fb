import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useRef } from "react";
import { buttonClass } from "./button.tsx";
import { classNames } from "./class-names.ts";
import styles from "./dialog-box.module.css";
import type { DialogProps } from "./dialog-props.ts";

/** What `Dialog` loads on demand. */
// biome-ignore lint/style/noDefaultExport: what is loaded lazily is a default export
export default function DialogBox({ isOpen, onClose, canClose = true, form = "box", ...parts }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => !open && canClose && onClose()}
      disablePointerDismissal={!canClose}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          className={classNames(styles.popup, styles[form])}
          initialFocus={(how) => (how === "touch" ? true : (fieldIn(popup.current) ?? true))}
        >
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

/** A form begins at its first field; by touch, that would open the keyboard over it. */
const fieldIn = (popup: HTMLElement | null): HTMLElement | null | undefined =>
  popup?.querySelector<HTMLElement>(":is(input, select, textarea):enabled:not([hidden], [type=checkbox])");
