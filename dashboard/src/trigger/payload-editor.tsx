import { useState } from "react";
import { objectIn } from "../app/json-object.ts";
import { Button } from "../components/button.tsx";
import { Field, TextArea } from "../components/field.tsx";
import { PayloadFields } from "./payload-fields.tsx";
import type { PayloadField } from "./payload-schema.ts";
import styles from "./trigger.module.css";
import { words } from "./words.ts";

type EditorProps = {
  fields: readonly PayloadField[];
  text: string;
  onChange: (text: string) => void;
  error: string | undefined;
};

/** The payload as JSON; with a schema, also as fields. Both change the same text. */
export function PayloadEditor({ fields, text, onChange, error }: EditorProps) {
  const [form, setForm] = useState<Form>(fields.length > 0 ? "fields" : "json");
  const json = (
    <Field label={words.payload} isLabelHidden={fields.length > 0} error={error}>
      <TextArea value={text} onChange={onChange} isCode spellCheck={false} rows={8} />
    </Field>
  );
  if (fields.length === 0) return json;
  const payload = objectIn(text);
  const change = (value: object) => onChange(JSON.stringify(value, null, 2));
  const drawn = payload ? (
    <PayloadFields fields={fields} payload={payload} onChange={change} />
  ) : (
    <p>{words.payloadBroken}</p>
  );
  const way = (name: Form, label: string) => (
    <Button
      kind={form === name ? "plain" : "quiet"}
      aria-pressed={form === name}
      onClick={() => setForm(name)}
    >
      {label}
    </Button>
  );
  return (
    <>
      <fieldset className={styles.forms} aria-label={words.payloadForms}>
        {way("fields", words.fields)}
        {way("json", words.json)}
      </fieldset>
      {form === "fields" ? drawn : json}
    </>
  );
}

type Form = "fields" | "json";
