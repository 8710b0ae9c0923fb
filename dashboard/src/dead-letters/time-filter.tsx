import { useEffect, useState } from "react";
import { Field, TextInput } from "../components/field.tsx";
import { useTimes } from "../components/times.ts";
import styles from "./dead-letters.module.css";
import { isoOf, localText } from "./local-text.ts";
import { words } from "./words.ts";

type TimeProps = {
  /** ISO 8601; empty for no limit. */
  from: string;
  to: string;
  onChange: (change: { from: string } | { to: string }) => void;
};

/** Only those that were given up between two moments, each of which may be missing. */
export function TimeFilter({ from, to, onChange }: TimeProps) {
  return (
    <div className={styles.times}>
      <span aria-hidden>{words.givenUpFrom}</span>
      <MomentInput label={words.from} value={from} onChange={(moment) => onChange({ from: moment })} />
      <span aria-hidden>{words.givenUpTo}</span>
      <MomentInput label={words.to} value={to} onChange={(moment) => onChange({ to: moment })} />
    </div>
  );
}

type InputProps = { label: string; value: string; onChange: (moment: string) => void };

/** In the zone of all times of the page. Applied when it is left, or by Enter: while it is typed, it is another moment. */
function MomentInput({ label, value, onChange }: InputProps) {
  const isUtc = useTimes().of === "utc";
  const shown = localText(value, isUtc);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const apply = (): void => {
    if (text !== shown) onChange(isoOf(text, isUtc));
  };
  return (
    <Field label={label} isLabelHidden>
      <TextInput
        type="datetime-local"
        value={text}
        onChange={setText}
        onBlur={apply}
        onKeyDown={(event) => event.key === "Enter" && apply()}
      />
    </Field>
  );
}
