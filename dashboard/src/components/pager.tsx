import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "./button.tsx";
import styles from "./pager.module.css";

type PagerProps = {
  /** Undefined where there is no newer page. */
  onNewer?: (() => void) | undefined;
  onOlder?: (() => void) | undefined;
  /** Other words for lists that are not ordered by time. */
  newerWord?: string;
  olderWord?: string;
  /** What is shown of how many: "26 to 50 of 73". */
  place?: string;
};

/** Steps through a list. */
export function Pager({ onNewer, onOlder, newerWord = "Newer", olderWord = "Older", place }: PagerProps) {
  return (
    <nav className={styles.pager} aria-label="Pages of the list">
      <Button onClick={onNewer} disabled={!onNewer} icon={<ChevronLeft size={16} aria-hidden />}>
        {newerWord}
      </Button>
      {place && <span className={styles.place}>{place}</span>}
      <Button onClick={onOlder} disabled={!onOlder}>
        {olderWord}
        <ChevronRight size={16} aria-hidden />
      </Button>
    </nav>
  );
}
