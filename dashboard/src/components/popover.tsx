import { Popover as Base } from "@base-ui/react/popover";
import type { ReactNode } from "react";
import { buttonClass } from "./button.tsx";
import styles from "./popover.module.css";

type PopoverProps = {
  /** What the button shows. */
  trigger: ReactNode;
  /** The name of the box. */
  title: string;
  children: ReactNode;
  isSmall?: boolean;
};

/** A button that opens a small box beside it, such as a filter. */
export function Popover({ trigger, title, children, isSmall }: PopoverProps) {
  return (
    <Base.Root>
      <Base.Trigger className={buttonClass("plain", isSmall)}>{trigger}</Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start" className={styles.positioner}>
          <Base.Popup className={styles.popup}>
            <Base.Title className="visually-hidden">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
