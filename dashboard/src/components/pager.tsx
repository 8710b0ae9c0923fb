import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "./button.tsx";
import styles from "./pager.module.css";

type PagerProps = {
  /** Undefined where there is no newer page. */
  onNewer?: (() => void) | undefined;
  onOlder?: (() => void) | undefined;
};

/** Steps through a list by cursors. */
export function Pager({ onNewer, onOlder }: PagerProps) {
  return (
    <nav className={styles.pager} aria-label="Pages of the list">
      <Button onClick={onNewer} disabled={!onNewer} icon={<ChevronLeft size={16} aria-hidden />}>
        Newer
      </Button>
      <Button onClick={onOlder} disabled={!onOlder}>
        Older
        <ChevronRight size={16} aria-hidden />
      </Button>
    </nav>
  );
}
