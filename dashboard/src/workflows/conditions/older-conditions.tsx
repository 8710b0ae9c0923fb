import { FilterRows } from "../../components/filter-rows.tsx";
import { filtersInWords } from "../../components/filter-words.ts";
import type { StepPartProps } from "../draft.ts";
import styles from "./conditions.module.css";
import { words } from "./words.ts";

/** The filters that a step had before it was opened: the older form of conditions, which holds beside the rule. */
export function OlderConditions({ step, onChange }: StepPartProps) {
  const { filters } = step;
  if (!filters || filters.length === 0) return null;
  return (
    <section className={styles.part} aria-label={words.older}>
      <h3>{words.older}</h3>
      <p className={styles.note}>{words.olderHelp}</p>
      <p>{words.runsIf(filtersInWords(filters))}</p>
      <FilterRows
        filters={filters}
        whenEmpty={words.olderEmpty}
        onChange={(next) => onChange({ filters: next.length === 0 ? undefined : next })}
      />
    </section>
  );
}
