import { useState } from "react";
import look from "../../../components/field.module.css";
import { Field, Select, TextInput } from "../../../components/field.tsx";
import type { FieldProps } from "../field-props.ts";
import styles from "../fields.module.css";
import { errorOf } from "../scalar-fields.tsx";
import { EVERY_WORDS, words } from "../words.ts";
import { type CalendarForm, calendarFormOf, cronOf, EVERY, withEvery } from "./calendar-form.ts";
import { CalendarTimes } from "./calendar-times.tsx";
import { NextMoments } from "./moments-line.tsx";

/** A cron expression in words where it is a simple one, with its next three moments. */
export function CalendarField({ field, label, help, value, onChange, issues }: FieldProps) {
  const cron = typeof value === "string" ? value : "";
  // Forms that have no expression (yet), and simple ones that are edited as an expression.
  const [chosen, setChosen] = useState<{ form: CalendarForm; cron: string }>();
  const form = chosen?.cron === cron ? chosen.form : calendarFormOf(cron);
  const change = (next: CalendarForm) => {
    const written = cronOf(next) ?? cron;
    setChosen({ form: next, cron: written });
    if (written !== cron) onChange(written);
  };
  const changeCron = (text: string) => {
    setChosen({ form: { every: "cron" }, cron: text });
    onChange(text === "" ? undefined : text);
  };
  const error = errorOf({ field, issues });
  return (
    <fieldset className={styles.group}>
      <legend className={look.label}>{label}</legend>
      <div className={styles.calendar}>
        <Field label={words.every}>
          <Select
            value={form.every}
            choices={EVERY.map((every) => ({ value: every, label: EVERY_WORDS[every] }))}
            onChange={(every) => change(withEvery(form, every))}
          />
        </Field>
        {form.every === "cron" ? (
          <Field label={words.cron} help={words.cronHelp} error={error}>
            <TextInput value={cron} onChange={changeCron} isCode autoComplete="off" spellCheck={false} />
          </Field>
        ) : (
          <CalendarTimes form={form} onChange={change} />
        )}
      </div>
      {form.every !== "cron" && error !== undefined && <p className={look.error}>{error}</p>}
      {error === undefined && <NextMoments cron={cron} />}
      {help !== undefined && <p className={look.help}>{help}</p>}
    </fieldset>
  );
}
