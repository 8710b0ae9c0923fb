import { Menu as Base } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { type ButtonKind, buttonClass } from "./button.tsx";
import styles from "./menu.module.css";

export type MenuItem = {
  label: string;
  onSelect: () => void;
  icon?: ReactNode;
  /** Shown at the end, such as the name of the current one or a key. */
  hint?: ReactNode;
  isDanger?: boolean;
  isDisabled?: boolean;
  isCurrent?: boolean;
};

type MenuProps = {
  /** What the button shows. */
  trigger: ReactNode;
  /** The name of the button, if what it shows is no text. */
  label?: string;
  items: readonly MenuItem[];
  kind?: ButtonKind;
  isSmall?: boolean;
  /** Another look of the button. */
  triggerClass?: string | undefined;
};

/** A button that opens a list of actions. */
export function Menu({ trigger, label, items, kind, isSmall, triggerClass }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger className={triggerClass ?? buttonClass(kind, isSmall)} aria-label={label}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={4} align="start">
          <Base.Popup className={styles.popup}>
            {items.map((item) => (
              <Base.Item
                key={item.label}
                className={styles.item}
                data-danger={item.isDanger || undefined}
                aria-current={item.isCurrent || undefined}
                disabled={item.isDisabled ?? false}
                onClick={item.onSelect}
              >
                {item.icon}
                <span className={styles.label}>{item.label}</span>
                {item.hint && <span className={styles.hint}>{item.hint}</span>}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
