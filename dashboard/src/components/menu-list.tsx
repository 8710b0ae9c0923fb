import { Menu as Base } from "@base-ui/react/menu";
import { buttonClass } from "./button.tsx";
import styles from "./menu-list.module.css";
import type { MenuProps } from "./menu-props.ts";

/** What `Menu` loads on demand. */
// biome-ignore lint/style/noDefaultExport: what is loaded lazily is a default export
export default function MenuList({ trigger, label, items, kind, isSmall, triggerClass }: MenuProps) {
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
