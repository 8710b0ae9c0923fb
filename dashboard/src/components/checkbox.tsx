import type { ReactNode } from "react";
import styles from "./checkbox.module.css";

type CheckboxProps = {
  label: ReactNode;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  /** True: the label is only for screen readers. */
  isLabelHidden?: boolean;
};

export function Checkbox({ label, isChecked, onChange, isLabelHidden }: CheckboxProps) {
  return (
    <label className={styles.label}>
      <input
        type="checkbox"
        className={styles.box}
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={isLabelHidden ? "visually-hidden" : undefined}>{label}</span>
    </label>
  );
}
