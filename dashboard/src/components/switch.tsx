import type { ReactNode } from "react";
import styles from "./switch.module.css";

type SwitchProps = {
  /** What is on or off, for screen readers. */
  label: string;
  isOn: boolean;
  onToggle: () => void;
  /** The word beside it: "Active", "Off". */
  children?: ReactNode;
};

/** Something that is on or off, and changes at once when it is pressed. */
export function Switch({ label, isOn, onToggle, children }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      className={styles.switch}
      onClick={onToggle}
    >
      <span className={styles.track} aria-hidden />
      {children}
    </button>
  );
}
