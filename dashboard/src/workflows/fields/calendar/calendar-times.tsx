import { Checkbox } from "../../../components/checkbox.tsx";
import look from "../../../components/field.module.css";
import { Field, Select, TextInput } from "../../../components/field.tsx";
import styles from "../fields.module.css";
import { WEEK_DAY_WORDS, words } from "../words.ts";
import type { CalendarForm } from "./calendar-form.ts";

type Timed = Exclude<CalendarForm, { every: "cron" }>;
type TimesProps = { form: Timed; onChange: (form: CalendarForm) => void };

const MINUTES = Array.from({ length: 60 }, (_, minute) => ({ value: String(minute), label: String(minute) }));
const DAYS = [
  ...Array.from({ length: 31 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) })),
  { value: "L", label: words.lastDay },
];

/** When in the period: the minute of an hour, the time of a day, and on which days. */
export function CalendarTimes({ form, onChange }: TimesProps) {
  if (form.every === "hour")
    return (
      <Field label={words.minute}>
        <Select
          value={String(form.minute)}
          choices={MINUTES}
          onChange={(minute) => onChange({ ...form, minute: Number(minute) })}
        />
      </Field>
    );
  return (
    <>
      {form.every === "month" && (
        <Field label={words.day}>
          <Select
            value={String(form.day)}
            choices={DAYS}
            onChange={(day) => onChange({ ...form, day: day === "L" ? day : Number(day) })}
          />
        </Field>
      )}
      <Field label={words.time}>
        <TextInput type="time" value={form.time} onChange={(time) => onChange({ ...form, time })} />
      </Field>
      {form.every === "week" && (
        <WeekDays days={form.days} onChange={(days) => onChange({ ...form, days })} />
      )}
    </>
  );
}

type WeekDaysProps = { days: readonly number[]; onChange: (days: readonly number[]) => void };

/** At least one day stays chosen. */
function WeekDays({ days, onChange }: WeekDaysProps) {
  const change = (day: number, isOn: boolean) => {
    const others = days.filter((one) => one !== day);
    if (isOn || others.length > 0) onChange(isOn ? [...others, day].sort() : others);
  };
  return (
    <fieldset className={styles.days}>
      <legend className={look.label}>{words.days}</legend>
      {WEEK_DAY_WORDS.map(({ day, word }) => (
        <Checkbox
          key={day}
          label={word}
          isChecked={days.includes(day)}
          onChange={(isOn) => change(day, isOn)}
        />
      ))}
    </fieldset>
  );
}
