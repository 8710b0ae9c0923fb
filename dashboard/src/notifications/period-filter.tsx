import { useEffect, useState } from "react";
import { usePresent } from "../app/present.ts";
import { Field, Select, TextInput } from "../components/field.tsx";
import { useTimes } from "../components/times.ts";
import styles from "./list-filter-bar.module.css";
import type { NotificationFilters } from "./list-filters.ts";
import { PERIODS, words } from "./list-words.ts";
import { fieldOf, momentOf, type Period, periodOf, searchOfPeriod } from "./period.ts";

type PeriodProps = { filters: NotificationFilters; onChange: (changes: NotificationFilters) => void };

/** The last day, the last week, all, or a range of one's own with its two fields. */
export function PeriodFilter({ filters, onChange }: PeriodProps) {
  const present = usePresent();
  const chosen = periodOf(filters);
  const choose = (period: Period) => present && onChange(searchOfPeriod(period, present));
  return (
    <>
      <div className={styles.period}>
        <Field label={words.period} isLabelHidden>
          <Select value={chosen} onChange={choose} choices={CHOICES} />
        </Field>
      </div>
      {chosen === "own" && (
        <div className={styles.range}>
          <MomentField label={words.from} value={filters.from} onChange={(from) => onChange({ from })} />
          <MomentField label={words.to} value={filters.to} onChange={(to) => onChange({ to })} />
        </div>
      )}
    </>
  );
}

const CHOICES = (Object.keys(PERIODS) as Period[]).map((value) => ({ value, label: PERIODS[value] }));

type MomentProps = { label: string; value: string | undefined; onChange: (moment: string) => void };

/** What is typed counts when the field is left, or on Enter. */
function MomentField({ label, value, onChange }: MomentProps) {
  const isUtc = useTimes().of === "utc";
  const current = fieldOf(value, isUtc);
  const [text, setText] = useState(current);
  useEffect(() => setText(current), [current]);
  const commit = () => text !== current && onChange(momentOf(text, isUtc));
  return (
    <Field label={label}>
      <TextInput
        type="datetime-local"
        value={text}
        onChange={setText}
        onBlur={commit}
        onKeyDown={(event) => event.key === "Enter" && commit()}
      />
    </Field>
  );
}
