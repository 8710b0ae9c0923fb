import { X } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./chip.module.css";

export type Tone = "ok" | "wait" | "warn" | "bad" | "idle" | "accent";

type ChipProps = {
  children: ReactNode;
  tone?: Tone;
  /** With it, the chip has a button that removes what it stands for; `removeLabel` names the button. */
  onRemove?: () => void;
  removeLabel?: string;
};

/** A short fact in a frame: a tag, a recipient, a filter. */
export function Chip({ children, tone = "idle", onRemove, removeLabel = "Remove" }: ChipProps) {
  return (
    <span className={styles.chip} data-tone={tone}>
      {children}
      {onRemove && (
        <button type="button" className={styles.remove} onClick={onRemove} aria-label={removeLabel}>
          <X size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}
