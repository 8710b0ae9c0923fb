import type { Schedule } from "@tidings/contract";
import { useState } from "react";
import { sentenceOf } from "../app/failed-read.tsx";
import { requestIdOf } from "../app/service.ts";
import { Button } from "../components/button.tsx";
import { Checkbox } from "../components/checkbox.tsx";
import { ErrorBox } from "../components/error-box.tsx";
import { Form } from "../components/form.tsx";
import { PREFERENCE_WORDS as words } from "./preference-words.ts";
import { ScheduleDay } from "./schedule-day.tsx";
import { draftOf, isComplete, isEverOpen, scheduleOf } from "./schedule-draft.ts";
import styles from "./schedule-editor.module.css";
import { DAYS } from "./schedule-hours.ts";

type ScheduleEditorProps = {
  schedule: Schedule | undefined;
  timezone: string;
  error: Error | null;
  isSaving: boolean;
  onSave: (schedule: Schedule) => void;
  onCancel: () => void;
};

/** The days and hours at which messages may arrive. What was read meanwhile does not change what was typed. */
// biome-ignore lint/style/noDefaultExport: what is loaded lazily is a default export
export default function ScheduleEditor(props: ScheduleEditorProps) {
  const { schedule, timezone, error, isSaving, onSave, onCancel } = props;
  const [draft, setDraft] = useState(() => draftOf(schedule));
  const save = (): void => {
    if (isComplete(draft) && !isSaving) onSave(scheduleOf(draft));
  };
  return (
    <Form className={styles.editor} onSubmit={save}>
      <Checkbox
        label={words.onlyThen}
        isChecked={draft.isEnabled}
        onChange={(isEnabled) => setDraft({ ...draft, isEnabled })}
      />
      {draft.isEnabled && (
        <>
          <p className={styles.help}>{words.hoursHelp(timezone)}</p>
          <ul className={styles.days}>
            {DAYS.map((day) => (
              <ScheduleDay
                key={day}
                name={day}
                day={draft.days[day]}
                onChange={(next) => setDraft({ ...draft, days: { ...draft.days, [day]: next } })}
              />
            ))}
          </ul>
          {!isEverOpen(draft) && <p>{words.neverOpen}</p>}
        </>
      )}
      {error && (
        <ErrorBox title={words.quietHoursNotSaved} requestId={requestIdOf(error)}>
          {sentenceOf(error)}
        </ErrorBox>
      )}
      <div className={styles.buttons}>
        <Button type="submit" kind="primary" isBusy={isSaving}>
          {words.save}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </Form>
  );
}
