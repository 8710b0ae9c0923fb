import { ArrowUp } from "lucide-react";
import styles from "./newer-pill.module.css";

type NewerPillProps = {
  count: number /** True: there are more than `count`. */;
  isMore: boolean;
  onShow: () => void;
};

/** Says politely that a list has newer rows; nothing moves until it is pressed. */
export function NewerPill({ count, isMore, onShow }: NewerPillProps) {
  return (
    <div className={styles.place} role="status">
      {count > 0 && (
        <button type="button" className={styles.pill} onClick={onShow}>
          <ArrowUp size={14} aria-hidden />
          {`${count}${isMore ? "+" : ""} newer`}
        </button>
      )}
    </div>
  );
}
