import { useState } from "react";
import { Field, Select, TextArea } from "../../components/field.tsx";
import styles from "./rehearsal.module.css";
import type { Payload } from "./use-payload.ts";
import { payloadOf, words } from "./words.ts";

/** The payload, folded: where it comes from, and its text. Changing the text makes it a typed one. */
export function PayloadField({ payload }: { payload: Payload }) {
  const { source, sources, text, value, choose, type } = payload;
  const [isOpen, setOpen] = useState(false);
  const isWrong = value === undefined;
  const choices = sources.map((one) => ({ value: one, label: words[one] }));
  return (
    <details
      className={styles.payload}
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{payloadOf(source)}</summary>
      <Field label={words.payloadFrom}>
        <Select value={source} onChange={choose} choices={choices} />
      </Field>
      <Field label={words.payload} isLabelHidden error={isWrong ? words.noObject : undefined}>
        <TextArea value={text} onChange={type} isCode spellCheck={false} rows={6} />
      </Field>
    </details>
  );
}
