import { Plus } from "lucide-react";
import { Button } from "../components/button.tsx";
import { Checkbox } from "../components/checkbox.tsx";
import { Field, TextInput } from "../components/field.tsx";
import { RowButtons } from "../components/row-buttons.tsx";
import { useRowList } from "../components/row-list.ts";
import { PREFERENCE_WORDS as words } from "./preference-words.ts";
import { type DraftDay, NEW_HOURS } from "./schedule-draft.ts";
import styles from "./schedule-editor.module.css";

type DayProps = { name: string; day: DraftDay; onChange: (day: DraftDay) => void };

/** One day: open or closed, and its hours. */
export function ScheduleDay({ name, day, onChange }: DayProps) {
  const { isEnabled, hours } = day;
  const list = useRowList(hours, (next) => onChange({ ...day, hours: next }));
  const open = (isOn: boolean): void =>
    onChange({ isEnabled: isOn, hours: isOn && hours.length === 0 ? [NEW_HOURS] : hours });
  const label = (what: string, at: number) => words.timeOf(what, name, at);
  return (
    <li className={styles.day}>
      <div className={styles.name}>
        <Checkbox label={name} isChecked={isEnabled} onChange={open} />
      </div>
      <div className={styles.rows}>
        {!isEnabled && <p className={styles.help}>{words.closed}</p>}
        {isEnabled &&
          hours.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: hours have no other name; what they show is not theirs
            <div key={at} id={list.rowId(at)} className={styles.row}>
              {(["start", "end"] as const).map((end) => (
                <Field
                  key={end}
                  label={label(words[end], at)}
                  isLabelHidden
                  error={one[end] === "" ? words.noTime : undefined}
                >
                  <TextInput
                    type="time"
                    value={one[end]}
                    onChange={(time) => list.replace(at, { ...one, [end]: time.slice(0, 5) })}
                  />
                </Field>
              ))}
              <RowButtons place={{ ...list.placeOf(at), of: 1 }} name={words.hoursOf(name, at)} />
            </div>
          ))}
        {isEnabled && (
          <div>
            <Button
              id={list.addId}
              kind="quiet"
              isSmall
              icon={<Plus size={16} aria-hidden />}
              aria-label={words.addHoursTo(name)}
              onClick={() => list.add(NEW_HOURS)}
            >
              {words.addHours}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}
